"""What holds for all tests."""

from hypothesis import HealthCheck, settings

# The tests assert no speeds, and take the same examples every time; ``make verify`` looks for new ones.
settings.register_profile("same", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.register_profile("new", settings.get_profile("same"), derandomize=False, print_blob=True)
settings.load_profile("same")
