"""The calibration suite: whether random numbers are random and intervals hold what they promise, judged by machine.

``judge`` says what fails, ``sources`` has the streams and broken ones, the other modules are the checks, and ``suite``
runs them all.
"""
