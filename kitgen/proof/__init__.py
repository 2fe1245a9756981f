"""Proof: finished files read back and compared with the replay. Knows nothing of paper/."""
