"""Training on a GPU: are losses those of the processor, and how fast is it?

    python3 bench/cuda.py [--steps 5000] [--batch 100 4000]
    python3 bench/cuda.py --prepare
    python3 bench/cuda.py --run

Builds the example `cuda_speed` and runs it for each size of batch; and hstar, which trains the same model with --device cpu
and with --device cuda:0 and evaluates both. It needs an NVIDIA driver, and brings the rest along:
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
import time
import zipfile
from pathlib import Path

BENCH = Path(__file__).resolve().parent
FOLDER = BENCH / ".cuda"
SPEED = "cuda_speed"
HSTAR = "hstar"
# The compiler as a library, CUDA's headers, and those headers that come with the compiler as a program.
WHEELS = ["nvidia-cuda-nvrtc-cu12==12.4.127", "nvidia-cuda-runtime-cu12==12.4.127", "nvidia-cuda-nvcc-cu12==12.4.131"]
NEEDED = ("nvidia/cuda_nvrtc/lib/", "nvidia/cuda_runtime/include/", "nvidia/cuda_nvcc/include/crt/")
# What the framework's bindings are made for; else they are made for the newest, or for what `nvcc` is found.
CUDA_VERSION = "12080"


def prepare():
    """The program and what it needs, into one folder."""
    FOLDER.mkdir(exist_ok=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", BENCH.parent / "target"))
    environment = {"CUDARC_CUDA_VERSION": CUDA_VERSION, **os.environ}
    cargo = ["cargo", "build", "--release", "--features", "cuda"]
    subprocess.run([*cargo, "-p", "hstar-network", "--example", SPEED], cwd=BENCH.parent, env=environment, check=True)
    subprocess.run([*cargo, "-p", "hstar"], cwd=BENCH.parent, env=environment, check=True)
    for built in [target / "release" / "examples" / SPEED, target / "release" / HSTAR]:
        with tempfile.NamedTemporaryFile() as stripped:
            subprocess.run(["strip", "-o", stripped.name, str(built)], check=True)
            (FOLDER / f"{built.name}.gz").write_bytes(gzip.compress(Path(stripped.name).read_bytes()))
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
    """Unpacks the programs and their libraries, and runs them."""
    with tempfile.TemporaryDirectory() as unpacked:
        for name in [SPEED, HSTAR]:
            program = Path(unpacked) / name
            program.write_bytes(gzip.decompress((FOLDER / f"{name}.gz").read_bytes()))
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
        learn(Path(unpacked), environment)
        for batch in batches:
            if subprocess.run([str(Path(unpacked) / SPEED), str(steps), str(batch)], env=environment).returncode:
                sys.exit(1)


def learn(place, environment):
    """Trains a model of facts with hstar on the processor and on the GPU, and measures both."""
    def hstar(*words):
        print("hstar", *words, flush=True)
        start = time.perf_counter()
        output = subprocess.run([str(place / HSTAR), *words], cwd=place, env=environment, stdout=subprocess.PIPE, text=True)
        if output.returncode:
            sys.exit(output.returncode)
        return output.stdout, time.perf_counter() - start

    hstar("generate", "blocksworld", "--blocks", "8", "--count", "1", "--out", "blocks")
    hstar("data", "blocks", "--from", "walks", "--walks", "200", "--out", "data.parquet")
    for device in ["cpu", "cuda:0"]:
        model = f"{device.replace(':', '')}.hstar"
        options = ["--features", "facts", "--belief", "categorical", "--hidden", "250,150,100", "--learning-rate", "0.001",
                   "--batch", "100", "--steps", "3000", "--device", device]
        _, seconds = hstar("learn", model, "data.parquet", *options)
        figures, _ = hstar("eval", model, "data.parquet", "--split", "train")
        print(f"{seconds:.1f} s\n" + "\n".join(figures.splitlines()[:3]), flush=True)


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
