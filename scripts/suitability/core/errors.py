"""The one error that users see."""


class InputError(ValueError):
    """Something that the user gave is wrong.

    The message is one line that names what is wrong, where, and what to do. It is shown without a
    traceback.
    """
