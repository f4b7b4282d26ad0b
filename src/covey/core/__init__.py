"""The values that the stages exchange, the errors, the checks and the registry."""
