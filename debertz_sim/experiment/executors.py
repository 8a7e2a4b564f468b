"""Who does the chunks: threads for now; processes or a cluster need only another ``Executor``."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Protocol, TypeAlias

from debertz_sim.experiment.work import Chunk, Done, Stopped

Work: TypeAlias = Callable[[Chunk, Callable[[], bool]], Done]
"""Does one chunk; asks its second argument now and then, and raises ``Stopped`` once that says yes."""


class Executor(Protocol):
    """Does chunks of work, a few at a time, and hands them back in the order in which they were given."""

    def run(self, work: Work, chunks: Iterable[Chunk], stop: Callable[[], bool]) -> Iterator[Done]:
        """The chunks done; once ``stop`` says yes no chunk is begun any more, those under way still come."""
        ...


class Threads:
    """Threads of this process: the kernels run without the interpreter's lock."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(self, work: Work, chunks: Iterable[Chunk], stop: Callable[[], bool]) -> Iterator[Done]:
        """As ``Executor.run``; whoever leaves early (an error, Ctrl-C) gives the chunks under way up."""
        given_up = threading.Event()

        def do(chunk: Chunk) -> Done:
            if stop():
                raise Stopped
            return work(chunk, given_up.is_set)

        rest = iter(chunks)
        pool = ThreadPoolExecutor(self.workers, "debertz")
        try:
            # one more than can run at once, so that no worker waits while a chunk is being merged
            pending = deque(pool.submit(do, chunk) for chunk in islice(rest, self.workers + 1))
            while pending:
                future: Future[Done] = pending.popleft()
                try:
                    done = future.result()
                except Stopped:
                    return
                pending.extend(pool.submit(do, chunk) for chunk in islice(rest, 1))
                yield done
        finally:
            given_up.set()
            pool.shutdown(wait=False, cancel_futures=True)
