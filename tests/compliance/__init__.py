"""What laws ask, and profiles of settings."""
