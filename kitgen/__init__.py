"""kitgen: layout specs in, proved game kits out."""

__version__ = "0.1.0"
