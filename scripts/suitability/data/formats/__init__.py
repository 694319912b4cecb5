"""Readers of file formats; `dispatch` chooses among them."""
