"""Running the pipeline many times: comparing settings, giving advice, reproducing papers."""
