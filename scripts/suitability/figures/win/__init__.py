"""Figures of the win percentage."""
