"""What stands in the sections of the internal report, one section a file."""
