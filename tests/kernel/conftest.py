"""Fixtures: real kernels of this very Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tools.isolation import isolated_environment

from .client import Kernel, running_kernel

StartKernel = Callable[..., Kernel]


@pytest.fixture(scope="module")
def start_kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartKernel]:
    """``start_kernel(*arguments)`` starts a kernel, e.g. with ``--Completer.use_jedi=False``."""
    with ExitStack() as stack:

        def start(*arguments: str) -> Kernel:
            environment = isolated_environment(tmp_path_factory.mktemp("kernel"))
            return stack.enter_context(running_kernel(environment, arguments))

        yield start


@pytest.fixture(scope="module")
def kernel(start_kernel: StartKernel) -> Kernel:
    """A kernel with IPython's default settings, one for all tests of a file."""
    return start_kernel()


@pytest.fixture(scope="module")
def kernel_without_jedi(start_kernel: StartKernel) -> Kernel:
    """A kernel whose completer does without Jedi."""
    return start_kernel("--Completer.use_jedi=False")
