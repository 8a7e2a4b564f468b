"""The tests of debertz_sim."""
