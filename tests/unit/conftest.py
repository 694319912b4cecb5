from hypothesis import settings

settings.register_profile("unit", derandomize=True, database=None, deadline=None, max_examples=50)
settings.load_profile("unit")
