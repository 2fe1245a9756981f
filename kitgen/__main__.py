"""`python -m kitgen`: the command line."""

from kitgen.cli import main

if __name__ == "__main__":
    main()
