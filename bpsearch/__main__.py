"""`python -m bpsearch` is the same program as `bpsearch`."""

from bpsearch.cli import main

if __name__ == "__main__":
    main()
