"""The program from Python: all that its commands can do."""

import subprocess
import sys
from os import PathLike

from ._hstar import ArgumentError, Error, InputError, LimitError, SpecificationError, UnsupportedError

# What the program's exit codes mean, as `hstar plan --help` tells them.
_ERRORS = {
    20: LimitError,
    21: LimitError,
    22: LimitError,
    23: LimitError,
    31: InputError,
    33: SpecificationError,
    34: UnsupportedError,
    36: ArgumentError,
}


def run(*words: str | PathLike[str] | int | float) -> str:
    """Runs a command of the program, as in `hstar.run("data", "problems", "--out", "data.parquet")`, and returns what it prints. Where it
    fails, its message is that of the error; a search that ends without a plan is one, too."""
    command = [sys.executable, "-m", "hstar", *(str(word) for word in words)]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    if done.returncode == 130:
        raise KeyboardInterrupt
    if done.returncode != 0:
        raise _ERRORS.get(done.returncode, Error)(done.stderr.strip() or done.stdout.strip())
    return done.stdout
