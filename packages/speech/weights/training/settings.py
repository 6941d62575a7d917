"""Settings of a training, read from the environment. Imported by the training scripts."""

import os


def setting(name, default):
    """The environment's value of `name`, as the type of its default."""
    return type(default)(os.environ.get(name, default))
