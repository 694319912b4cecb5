"""The one error that users see."""


class InputError(ValueError):
    """Something the user gave is wrong.

    The message is one line that says what is wrong, where, and what to do about it. It is shown
    without a traceback.
    """
