"""Proved sheets as pictures, and a gallery of them that a browser shows from a file.

`shown` makes the pictures of a sheet and what is said of it; `gallery` writes the pages. Neither touches the disk.
"""
