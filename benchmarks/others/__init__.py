"""Other libraries, each where it is at home: their own Python environment, or R."""
