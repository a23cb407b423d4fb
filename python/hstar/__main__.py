"""The program: `python -m hstar` is `hstar`."""

import hashlib
import shlex
import sys
import tempfile
from pathlib import Path

from . import _hstar

# These start the program again, many times.
STARTS_ITSELF = {"lab", "repro"}


def main() -> None:
    """Runs the program with the words of the command line."""
    words = ["hstar", *sys.argv[1:]]
    if not STARTS_ITSELF & set(words[1:2]):
        sys.exit(_hstar.run_program(words))
    with tempfile.TemporaryDirectory(prefix="hstar-") as folder:
        sys.exit(_hstar.run_program(words, launcher(Path(folder))))


def launcher(folder: Path) -> Path:
    """A file that starts the program. Its text tells one build from another, since results of another one are outdated."""
    build = hashlib.sha256(Path(_hstar.__file__).read_bytes()).hexdigest()
    file = folder / "hstar"
    file.write_text(f"#!/bin/sh\n# {build}\nexec {shlex.quote(sys.executable)} -m hstar \"$@\"\n")
    file.chmod(0o755)
    return file


if __name__ == "__main__":
    main()
