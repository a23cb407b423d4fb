"""The program: `python -m hstar` is `hstar`."""

import sys

from ._hstar import run_program


def main() -> None:
    """Runs the program with the words of the command line."""
    sys.exit(run_program(["hstar", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
