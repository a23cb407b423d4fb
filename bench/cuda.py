"""Training on a GPU: are losses those of the processor, and how fast is it?

    python3 bench/cuda.py [--steps 5000] [--batch 100 4000]
    python3 bench/cuda.py --prepare
    python3 bench/cuda.py --run

Builds the example `cuda_speed` and runs it for each size of batch. It needs an NVIDIA driver, and brings the rest along:
NVIDIA's compiler library and headers come from PyPI into bench/.cuda. The program finds them by LD_LIBRARY_PATH (the
folder of libnvrtc) and CUDA_PATH (the folder above CUDA's headers), which are set for it.

A machine with a GPU may have no Rust and no network: --prepare there, where these are, and take bench/.cuda (some 40 MB)
and this file to the other, to --run it.
"""

import argparse
import gzip
import io
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

BENCH = Path(__file__).resolve().parent
FOLDER = BENCH / ".cuda"
PROGRAM = FOLDER / "cuda_speed.gz"
# The compiler as a library, CUDA's headers, and those headers that come with the compiler as a program.
WHEELS = ["nvidia-cuda-nvrtc-cu12==12.4.127", "nvidia-cuda-runtime-cu12==12.4.127", "nvidia-cuda-nvcc-cu12==12.4.131"]
NEEDED = ("nvidia/cuda_nvrtc/lib/", "nvidia/cuda_runtime/include/", "nvidia/cuda_nvcc/include/crt/")
# What the framework's bindings are made for; else they are made for the newest, or for what `nvcc` is found.
CUDA_VERSION = "12080"


def prepare():
    """The program and what it needs, into one folder."""
    FOLDER.mkdir(exist_ok=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", BENCH.parent / "target"))
    cargo = ["cargo", "build", "--release", "-p", "hstar-learn", "--features", "cuda", "--example", "cuda_speed"]
    environment = {"CUDARC_CUDA_VERSION": CUDA_VERSION, **os.environ}
    subprocess.run(cargo, cwd=BENCH.parent, env=environment, check=True)
    built = str(target / "release" / "examples" / "cuda_speed")
    with tempfile.NamedTemporaryFile() as stripped:
        subprocess.run(["strip", "-o", stripped.name, built], check=True)
        PROGRAM.write_bytes(gzip.compress(Path(stripped.name).read_bytes()))
    if len(list(FOLDER.glob("*.whl"))) < len(WHEELS):
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
        subprocess.run([*pip, "--dest", str(FOLDER), *WHEELS], check=True)
        for wheel in FOLDER.glob("*.whl"):
            keep_needed(wheel)


def keep_needed(wheel):
    """Leaves out of a wheel what the program does not need: it may have to travel."""
    whole = zipfile.ZipFile(io.BytesIO(wheel.read_bytes()))
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as slim:
        for name in whole.namelist():
            if name.startswith(NEEDED):
                slim.writestr(name, whole.read(name))


def run(steps, batches):
    """Unpacks the program and its libraries, and runs it."""
    with tempfile.TemporaryDirectory() as unpacked:
        program = Path(unpacked) / "cuda_speed"
        program.write_bytes(gzip.decompress(PROGRAM.read_bytes()))
        program.chmod(0o755)
        for wheel in FOLDER.glob("*.whl"):
            zipfile.ZipFile(wheel).extractall(unpacked)
        nvidia = Path(unpacked) / "nvidia"
        libraries = nvidia / "cuda_nvrtc" / "lib"
        (nvidia / "cuda_runtime" / "include" / "crt").symlink_to(nvidia / "cuda_nvcc" / "include" / "crt")
        # Looked for first: another version may be installed under this name.
        (libraries / "libnvrtc.so").symlink_to("libnvrtc.so.12")
        folders = [str(libraries), os.environ.get("LD_LIBRARY_PATH", "")]
        environment = {
            **os.environ,
            "LD_LIBRARY_PATH": ":".join(filter(None, folders)),
            "CUDA_PATH": str(nvidia / "cuda_runtime"),
        }
        for batch in batches:
            if subprocess.run([str(program), str(steps), str(batch)], env=environment).returncode:
                sys.exit(1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--batch", type=int, nargs="+", default=[100, 4000])
    parser.add_argument("--prepare", action="store_true", help="only build and download")
    parser.add_argument("--run", action="store_true", help="only run what was prepared")
    options = parser.parse_args()
    if not options.run:
        prepare()
    if not options.prepare:
        run(options.steps, options.batch)


if __name__ == "__main__":
    main()
