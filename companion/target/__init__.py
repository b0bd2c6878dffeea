"""A target as its owner knows it: the profile, and tracing one. Plain data: camera and screen may both use it."""
