"""Training on a GPU: are losses those of the processor, and how fast is it?

    python3 bench/cuda.py [--steps 5000] [--batch 100 4000]
    python3 bench/cuda.py --prepare
    python3 bench/cuda.py --run

Builds the example `cuda_speed` and runs it for each size of batch; the example `logic_speed`, which trains a Neural Logic
Machine on the GPU, against PyTorch there, where it is installed; and hstar, which trains the same model with --device cpu
and with --device cuda:0 and evaluates both. It needs an NVIDIA driver, and brings the rest along:
NVIDIA's compiler library comes from PyPI into bench/.cuda. The program finds it by LD_LIBRARY_PATH, which is set for it.

A machine with a GPU may have no Rust and no network: --prepare there, where these are, and take the folder bench (some
40 MB) to the other, to --run it.
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

from network import figures

BENCH = Path(__file__).resolve().parent
FOLDER = BENCH / ".cuda"
SPEED = "cuda_speed"
LOGIC = "logic_speed"
HSTAR = "hstar"
# The compiler as a library.
WHEEL = "nvidia-cuda-nvrtc-cu12==12.4.127"
NEEDED = "nvidia/cuda_nvrtc/lib/"


def prepare():
    """The program and what it needs, into one folder."""
    FOLDER.mkdir(exist_ok=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", BENCH.parent / "target"))
    cargo = ["cargo", "build", "--release", "--features", "cuda"]
    examples = ["--example", SPEED, "--example", LOGIC]
    subprocess.run([*cargo, "-p", "hstar-network", *examples], cwd=BENCH.parent, check=True)
    subprocess.run([*cargo, "-p", "hstar"], cwd=BENCH.parent, check=True)
    release = target / "release"
    for built in [release / "examples" / SPEED, release / "examples" / LOGIC, release / HSTAR]:
        with tempfile.NamedTemporaryFile() as stripped:
            subprocess.run(["strip", "-o", stripped.name, str(built)], check=True)
            (FOLDER / f"{built.name}.gz").write_bytes(gzip.compress(Path(stripped.name).read_bytes()))
    if not list(FOLDER.glob("*.whl")):
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
        subprocess.run([*pip, "--dest", str(FOLDER), WHEEL], check=True)
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
        for name in [SPEED, LOGIC, HSTAR]:
            program = Path(unpacked) / name
            program.write_bytes(gzip.decompress((FOLDER / f"{name}.gz").read_bytes()))
            program.chmod(0o755)
        for wheel in FOLDER.glob("*.whl"):
            zipfile.ZipFile(wheel).extractall(unpacked)
        libraries = Path(unpacked) / "nvidia" / "cuda_nvrtc" / "lib"
        # Looked for first: another version may be installed under this name.
        (libraries / "libnvrtc.so").symlink_to("libnvrtc.so.12")
        folders = [str(libraries), os.environ.get("LD_LIBRARY_PATH", "")]
        environment = {**os.environ, "LD_LIBRARY_PATH": ":".join(filter(None, folders))}
        logic(Path(unpacked), environment)
        learn(Path(unpacked), environment)
        for batch in batches:
            if subprocess.run([str(Path(unpacked) / SPEED), str(steps), str(batch)], env=environment).returncode:
                sys.exit(1)


def logic(place, environment, seconds=3):
    """Trains a Neural Logic Machine on the GPU, and PyTorch's with the same numbers."""
    mine = figures([str(place / LOGIC), str(place), str(seconds)], environment)
    print(f"Neural Logic Machine: {mine['gpu_train']:.0f} steps/s, on two cores {mine['train']:.1f}", flush=True)
    try:
        peer = figures([sys.executable, str(BENCH / "logic_torch.py"), str(place), str(seconds), "cuda"], environment)
    except subprocess.CalledProcessError as error:
        print("PyTorch can't be measured:", error.stderr.strip().splitlines()[-1:], flush=True)
        return
    print(f"PyTorch {peer['train']:.0f} steps/s: {mine['gpu_train'] / peer['train']:.1f} times as fast", flush=True)
    print(f"outputs differ by {peer['outputs_differ']:.1e}, gradients by {peer['gradients_differ']:.1e}", flush=True)


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
