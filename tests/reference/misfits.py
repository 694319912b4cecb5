"""Classifiers that do what they should not, for tests."""

import os
import signal
from time import process_time, sleep

import numpy as np


class Constant:
    """Always calls class 1."""

    def fit(self, x, y):
        return self

    def predict(self, x):
        return np.ones(len(x), int)


class NotANumber(Constant):
    def predict(self, x):
        return np.full(len(x), np.nan)


class WrongShape(Constant):
    def predict(self, x):
        return np.ones((len(x), 2), int)


class UnknownClass(Constant):
    def predict(self, x):
        return np.full(len(x), 7)


class Printing(Constant):
    def fit(self, x, y):
        print("fitting")
        return self


class Failing(Constant):
    def fit(self, x, y):
        raise ValueError("the matrix\nis singular")


class FailingSometimes(Constant):
    """Fails where the first value of the training samples is negative."""

    def fit(self, x, y):
        if x[0, 0] < 0:
            raise ValueError("negative")
        return self


class Slow(Constant):
    """Takes 20 ms of processor time."""

    def fit(self, x, y):
        start = process_time()
        while process_time() - start < 0.02:
            pass
        return self


class Sleeping(Constant):
    """Waits for 20 ms, without processor time."""

    def fit(self, x, y):
        sleep(0.02)
        return self


class Killed(Constant):
    """Ends its process, as the system does where memory has run out."""

    def fit(self, x, y):
        os.kill(os.getpid(), signal.SIGKILL)
