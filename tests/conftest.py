"""What holds for all tests."""

from hypothesis import settings

# The tests assert no speeds; a busy machine is no failure.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
