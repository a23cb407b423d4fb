"""Calls every tool of `hstar mcp` with the reference client of the Model Context Protocol.

    bench/mcp_client.py target/release/hstar

The client (`mcp`) is installed from PyPI into bench/.venv-mcp the first time. Prints a line for each call, and fails at the first
that is not answered as it should be.
"""

import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BENCH = Path(__file__).resolve().parent
VENV = BENCH / ".venv-mcp"
PACKAGES = ["mcp==2.3.0"]
POST = BENCH.parent / "examples" / "post"


def install():
    """The interpreter of a virtual environment with the client."""
    interpreter = VENV / "bin" / "python"
    if not interpreter.exists():
        print(f"installing {', '.join(PACKAGES)} into {VENV}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
        subprocess.run([str(interpreter), "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    return interpreter


async def check(hstar, folder):
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    domain, problem = ((POST / name).read_text() for name in ("domain.pddl", "problem.pddl"))
    (folder / "domain.pddl").write_text(domain)
    (folder / "problem.pddl").write_text(problem)
    text = {"domain": domain, "problem": problem}
    files = {"domain_file": "domain.pddl", "problem_file": "problem.pddl"}
    server = StdioServerParameters(command=str(hstar), args=["mcp", "--folder", str(folder)])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        hello = await session.initialize()
        print(f"initialize: {hello.server_info.name} {hello.server_info.version}, protocol {hello.protocol_version}")
        tools = [tool.name for tool in (await session.list_tools()).tools]
        print(f"tools/list: {', '.join(tools)}")
        assert tools == ["plan", "validate", "explain", "ground", "generate"], tools
        await session.send_ping()
        print("ping: answered")

        async def call(name, arguments, fails=False):
            result = await session.call_tool(name, arguments)
            assert result.is_error == fails, result
            said = result.content[0].text if fails else result.structured_content
            print(f"{name}: {'refused, ' if fails else ''}{str(said)[:100]!r}")
            return said

        found = await call("plan", text)
        assert found["status"] == "solved" and len(found["plan"]) > 0, found
        assert (await call("plan", {**files, "optimal": True, "save_as": "plan"}))["optimal"]
        assert (await call("validate", {**files, "plan_file": "plan"}))["valid"]
        broken = "\n".join(found["plan"][1:])
        trace = await call("validate", {**text, "plan": broken})
        assert not trace["valid"] and trace["failure"]["advice"], trace
        assert (await call("ground", files))["size"]["operators"] > 0
        made = await call("generate", {"name": "blocksworld", "parameters": {"blocks": 4}, "count": 2})
        assert len(made["problems"]) == 2
        await call("generate", {"name": "gripper", "save_in": "gripper"})
        assert (folder / "gripper" / "p01.pddl").exists()
        model = folder / "model.hstar"
        subprocess.run([hstar, "data", folder / "gripper/domain.pddl", folder / "gripper/p01.pddl", "--out", folder / "data.parquet"],
                       check=True, capture_output=True)
        subprocess.run([hstar, "learn", model, folder / "data.parquet", "--features", "wl"], check=True, capture_output=True)
        assert (await call("explain", {"model_file": "model.hstar"}))["explanation"]
        gripper = {"domain_file": "gripper/domain.pddl", "problem_file": "gripper/p01.pddl"}
        assert (await call("plan", {**gripper, "model_file": "model.hstar"}))["status"] == "solved"
        await call("plan", {**text, "search": "astar(lmcat)"}, fails=True)
        await call("plan", {**text, "problem": "(define"}, fails=True)
        await call("validate", {**text, "plan_file": "../outside"}, fails=True)

        # Cancelled, and the next is answered.
        lights = " ".join(f"l{number}" for number in range(60))
        long = {
            "domain": "(define (domain d) (:predicates (on ?l)) (:action a :parameters (?l) :effect (on ?l)))",
            "problem": f"(define (problem p) (:domain d) (:objects {lights}) (:init) (:goal (forall (?l) (on ?l))))",
            "search": "astar(blind)",
        }
        waiting = asyncio.create_task(session.call_tool("plan", long))
        await asyncio.sleep(1)
        start = time.monotonic()
        # The client tells the server.
        waiting.cancel()
        await session.call_tool("plan", text)
        assert time.monotonic() - start < 30, "the server went on with what was cancelled"
        print("cancelled: it ended, and the next call was answered")


def main():
    hstar = Path(sys.argv[1]).resolve()
    interpreter = install()
    if Path(sys.prefix).resolve() != VENV.resolve():
        sys.exit(subprocess.run([str(interpreter), __file__, str(hstar)]).returncode)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(check(hstar, Path(folder)))
    print("all calls were answered as they should be")


if __name__ == "__main__":
    main()
