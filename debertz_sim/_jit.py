"""The only place that imports numba: the ``kernel`` decorator, bit and wide-multiply intrinsics, the cache folder.

numba's on-disk cache does not notice an edit in a *callee's* module and would then return silently wrong numbers.
So, before any kernel is decorated, the cache is pointed at a folder named by a hash of all kernel sources and the
numba version (``KERNEL_HASH``, kept in provenance).  Without a writable folder kernels are compiled anew in every
process.

With ``NUMBA_DISABLE_JIT=1`` kernels are plain Python functions and the intrinsics have plain twins, so that coverage is
real.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import stat
import tempfile
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, lower_getattr, overload

PACKAGE = Path(__file__).resolve().parent
_FOLDERS = ("kernels", "solver", "worlds", "policies", "engine", "equilibrium", "training")
KERNEL_SOURCES = ("_jit.py", "switches.py", *_FOLDERS)
"""Files and folders, relative to the package, whose text decides what the compiled code does."""

JIT_OFF = bool(numba.config.DISABLE_JIT)


def kernel_hash(package: Path = PACKAGE) -> str:
    """A short hash of all kernel sources below ``package`` and of the numba version."""
    digest = hashlib.sha256(f"numba {numba.__version__} numpy {np.__version__}".encode())
    for source in KERNEL_SOURCES:
        path = package / source
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(file.relative_to(package).as_posix().encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _is_private_folder(folder: Path) -> bool:
    """Make the folder if need be; true if it is ours and can be written (compiled code is executed from there)."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        status = folder.stat()
        if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & stat.S_IWOTH):
            return False
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def cache_root() -> Path | None:
    """The folder that holds one sub-folder per kernel hash, or None where nothing can be written.

    ``DEBERTZ_CACHE_DIR``, else the user's cache folder, else a private folder in the system's temporary one.
    """
    candidates = []
    if named := os.environ.get("DEBERTZ_CACHE_DIR"):
        candidates.append(Path(named))
    if xdg := os.environ.get("XDG_CACHE_HOME"):
        candidates.append(Path(xdg) / "debertz_sim")
    home = os.path.expanduser("~")
    if os.path.isabs(home):
        candidates.append(Path(home) / ".cache" / "debertz_sim")
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    candidates.append(Path(tempfile.gettempdir()) / f"debertz_sim-{user}")
    return next((folder for folder in candidates if _is_private_folder(folder)), None)


def _point_cache() -> Path | None:
    root = None if JIT_OFF else cache_root()
    if root is None:
        return None
    folder = root / KERNEL_HASH
    if not _is_private_folder(folder):
        return None
    numba.config.CACHE_DIR = str(folder)
    return folder


KERNEL_HASH = kernel_hash()
CACHE_FOLDER = _point_cache()


def kernel(function: Callable[..., Any]) -> Any:
    """Compile on first call: cached on disk, without the GIL, C semantics for division."""
    if JIT_OFF:  # unsigned integers wrap round without a word, in whatever thread
        return np.errstate(over="ignore")(function)
    return numba.njit(cache=CACHE_FOLDER is not None, nogil=True, error_model="numpy")(function)


# A wrapper for calls from Python costs a quarter of the compile time, and most kernels are called by kernels alone.
_NO_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def _unwrapped(dispatcher: Any) -> Any:
    """Without its wrapper, compiled code would crash when called from Python: there a twin with one answers."""
    if not JIT_OFF:
        dispatcher.__class__ = _Unwrapped
    return dispatcher


if not JIT_OFF:

    class _Unwrapped(type(numba.njit(lambda: None))):  # type: ignore[misc]
        def __call__(self, *args: Any) -> Any:
            if "twin" not in self.__dict__:
                self.twin = numba.njit(nogil=True, error_model="numpy")(self.py_func)
            return self.twin(*args)


def inner(function: Callable[..., Any]) -> Any:
    """As ``kernel``, for functions that as a rule only kernels call; called from Python they are compiled anew."""
    cached = CACHE_FOLDER is not None
    return _unwrapped(numba.njit(cache=cached, nogil=True, error_model="numpy", **_NO_WRAPPERS)(function))


def inlined(function: Callable[..., Any]) -> Any:
    """As ``inner``, for functions on the hot path: LLVM must inline them."""
    return _unwrapped(numba.njit(nogil=True, error_model="numpy", forceinline=True, **_NO_WRAPPERS)(function))


_callbacks: list[Any] = []  # keeps what the kernels call by address alive


def merged(function: Callable[..., Any]) -> Any:
    """As ``kernel``, for the few large functions above the rules: compiled only as part of the entry kernels.

    numba optimises every separately compiled function together with all that it calls, so each level of calls
    above the bulk of the code costs the whole compile time once more.
    """
    return numba.njit(nogil=True, error_model="numpy", inline="always")(function)


class Entry:
    """A large function of five records, compiled by itself when its address is first asked for.

    numba would compile it once more with every kernel that calls it; called by its address (``call_entry``) it is
    compiled once and for all.  It returns an integer and raises nothing.
    """

    def __init__(self, function: Callable[..., Any], kinds: tuple[np.dtype[Any], ...]) -> None:
        """Keep the function and the types of its records."""
        self.function = function
        self.kinds = kinds

    @cached_property
    def address(self) -> int:
        """By what kernels call it; good for this process alone."""
        if JIT_OFF:
            _callbacks.append(self.function)
            return len(_callbacks)  # from 1 on, as 0 stands for none
        signature = types.int64(*(numba.from_dtype(kind) for kind in self.kinds))
        options = {"cache": CACHE_FOLDER is not None, "nogil": True, "error_model": "numpy"}
        _callbacks.append(numba.cfunc(signature, **options)(self.function))
        return int(_callbacks[-1].address)


def entry(*kinds: np.dtype[Any]) -> Callable[[Callable[..., Any]], Entry]:
    """Make a function of records of these types an ``Entry``."""
    return lambda function: Entry(function, kinds)


if JIT_OFF:
    # Unsigned scalars wrap round as the compiled code does; numpy would warn about every one of them.
    np.seterr(over="ignore")

    def popcount(x: int) -> int:
        """Number of set bits."""
        return int(x).bit_count()

    def lowest(x: int) -> int:
        """Index of the lowest set bit; x must not be 0."""
        return (int(x) & -int(x)).bit_length() - 1

    def highest(x: int) -> int:
        """Index of the highest set bit; x must not be 0."""
        return int(x).bit_length() - 1

    def multiply_high(a: np.uint64, b: np.uint64) -> np.uint64:
        """Upper 64 bits of the 128-bit product of two unsigned integers."""
        return np.uint64(int(a) * int(b) >> 64)

    def store_record(address: int, record: Any) -> None:
        """Copy a record to a place in memory."""
        ctypes.memmove(int(address), record.tobytes(), record.dtype.itemsize)

    def load_bytes(record: Any, address: int, count: int) -> None:
        """Overwrite the first bytes of a record by what stands in memory."""
        ctypes.memmove(record.__array_interface__["data"][0], int(address), int(count))

    def copy_record(target: Any, source: Any) -> None:
        """Overwrite a record by another of its type."""
        ctypes.memmove(target.__array_interface__["data"][0], source.tobytes(), source.dtype.itemsize)

    def on_stack(kind: np.dtype[Any], blank: Callable[[np.dtype[Any]], Any]) -> Any:
        """A function of no arguments for kernels: a record of this type, all zero, good until its caller returns.

        ``blank`` makes such a record where nothing is compiled.
        """
        return lambda: blank(kind)

    def load_int16(address: int, place: int) -> int:
        """Number ``place`` of an int16 array that begins at an address."""
        return ctypes.c_int16.from_address(int(address) + 2 * int(place)).value

    def call_back(address: int, copied: Any, shared: Any, random_word: Any) -> int:
        """Call the function at an address (here: a place among the callbacks); it gets a copy of the first record."""
        return int(_callbacks[address](copied.copy(), shared, random_word))

    def at_address(kind: np.dtype[Any], blank: Callable[[np.dtype[Any]], Any]) -> Any:
        """A function for kernels: the record of this type that lies at an address; ``blank`` as of ``on_stack``."""
        memory = ctypes.c_char * kind.itemsize

        def record(address: int) -> Any:
            return np.frombuffer(memory.from_address(int(address)), blank(kind).dtype)[0]

        return record

    def fix_fields(kind: np.dtype[Any], values: Mapping[str, int]) -> None:
        """Tell the compiler what some integer fields hold in every record of this type."""

    def call_entry(address: int, *records: Any) -> int:
        """Call the ``Entry`` at an address (here: one more than its place among the callbacks) with its records."""
        return int(_callbacks[address - 1](*records))

    def callback(function: Callable[..., Any], copied: np.dtype[Any], shared: np.dtype[Any]) -> int:
        """The address by which kernels call ``function(record, record, word)``; the dtypes are those of the records."""
        _callbacks.append(getattr(function, "py_func", function))
        return len(_callbacks) - 1

else:
    _I64 = ir.IntType(64)
    _I128 = ir.IntType(128)

    @intrinsic
    def popcount(typingctx, x):  # type: ignore[no-untyped-def]
        """Number of set bits."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.ctpop(args[0])

        return types.int64(types.int64), codegen

    @intrinsic
    def lowest(typingctx, x):  # type: ignore[no-untyped-def]
        """Index of the lowest set bit; x must not be 0."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), codegen

    @intrinsic
    def highest(typingctx, x):  # type: ignore[no-untyped-def]
        """Index of the highest set bit; x must not be 0."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
            return builder.sub(ir.Constant(_I64, 63), zeros)

        return types.int64(types.int64), codegen

    @intrinsic
    def multiply_high(typingctx, a, b):  # type: ignore[no-untyped-def]
        """Upper 64 bits of the 128-bit product of two unsigned integers."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            wide = builder.mul(builder.zext(args[0], _I128), builder.zext(args[1], _I128))
            return builder.trunc(builder.lshr(wide, ir.Constant(_I128, 64)), _I64)

        return types.uint64(types.uint64, types.uint64), codegen

    @intrinsic
    def store_record(typingctx, address, record):  # type: ignore[no-untyped-def]
        """Copy a record to a place in memory."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            byte_pointer = ir.IntType(8).as_pointer()
            target = builder.inttoptr(args[0], byte_pointer)
            size = ir.Constant(_I64, signature.args[1].size)
            cgutils.raw_memcpy(builder, target, builder.bitcast(args[1], byte_pointer), size, 1)
            return context.get_dummy_value()

        return types.void(types.int64, record), codegen

    @intrinsic
    def load_bytes(typingctx, record, address, count):  # type: ignore[no-untyped-def]
        """Overwrite the first bytes of a record by what stands in memory."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            byte_pointer = ir.IntType(8).as_pointer()
            source = builder.inttoptr(args[1], byte_pointer)
            cgutils.raw_memcpy(builder, builder.bitcast(args[0], byte_pointer), source, args[2], 1)
            return context.get_dummy_value()

        return types.void(record, types.int64, types.int64), codegen

    @intrinsic
    def copy_record(typingctx, target, source):  # type: ignore[no-untyped-def]
        """Overwrite a record by another of its type."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            byte_pointer = ir.IntType(8).as_pointer()
            size = ir.Constant(_I64, signature.args[1].size)
            to, origin = (builder.bitcast(record, byte_pointer) for record in args)
            cgutils.raw_memcpy(builder, to, origin, size, 1)
            return context.get_dummy_value()

        return (types.void(target, source), codegen) if target == source else None

    def on_stack(kind: np.dtype[Any], blank: Callable[[np.dtype[Any]], Any]) -> Any:
        """A function of no arguments for kernels: a record of this type, all zero, good until its caller returns.

        ``blank`` makes such a record where nothing is compiled.
        """
        record = numba.from_dtype(kind)

        @intrinsic
        def make(typingctx):  # type: ignore[no-untyped-def]
            def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
                # words, so that it is aligned; in the entry block, so that a loop does not eat the stack
                words = cgutils.alloca_once(builder, ir.ArrayType(_I64, (record.size + 7) // 8))
                cgutils.memset(builder, words, ir.Constant(_I64, (record.size + 7) // 8 * 8), 0)
                return builder.bitcast(words, context.get_value_type(record))

            return record(), codegen

        return make

    @intrinsic
    def load_int16(typingctx, address, place):  # type: ignore[no-untyped-def]
        """Number ``place`` of an int16 array that begins at an address."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            start = builder.inttoptr(args[0], ir.IntType(16).as_pointer())
            return builder.sext(builder.load(builder.gep(start, [args[1]])), _I64)

        return types.int64(types.int64, types.int64), codegen

    @intrinsic
    def call_back(typingctx, address, copied, shared, random_word):  # type: ignore[no-untyped-def]
        """Call the C function at an address of ``callback``; it gets a copy of the first record."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            byte_pointer = ir.IntType(8).as_pointer()
            size = signature.args[1].size
            # words, so that the copy is aligned; in the entry block, so that a loop does not eat the stack
            words = cgutils.alloca_once(builder, ir.ArrayType(_I64, (size + 7) // 8))
            copy = builder.bitcast(words, byte_pointer)
            cgutils.raw_memcpy(builder, copy, builder.bitcast(args[1], byte_pointer), ir.Constant(_I64, size), 1)
            kind = ir.FunctionType(_I64, [byte_pointer, byte_pointer, _I64])
            function = builder.inttoptr(args[0], kind.as_pointer())
            return builder.call(function, [copy, builder.bitcast(args[2], byte_pointer), args[3]])

        return types.int64(types.int64, copied, shared, types.uint64), codegen

    def at_address(kind: np.dtype[Any], blank: Callable[[np.dtype[Any]], Any]) -> Any:
        """A function for kernels: the record of this type that lies at an address; ``blank`` as of ``on_stack``."""
        record = numba.from_dtype(kind)

        @intrinsic
        def there(typingctx, address):  # type: ignore[no-untyped-def]
            def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
                return builder.inttoptr(args[0], context.get_value_type(record))

            return record(types.int64), codegen

        return there

    def fix_fields(kind: np.dtype[Any], values: Mapping[str, int]) -> None:
        """Tell the compiler what some integer fields hold in every record of this type.

        It puts in the values instead of reading the fields, and leaves out what can then never happen.
        """
        record = numba.from_dtype(kind)
        for name, value in values.items():
            lower_getattr(record, name)(_always(record.typeof(name), value))

    def _always(field: Any, value: int) -> Callable[..., Any]:
        def read(context, builder, record, pointer):  # type: ignore[no-untyped-def]
            return context.get_constant(field, value)

        return read

    @intrinsic
    def call_entry(typingctx, address, a, b, c, d, e):  # type: ignore[no-untyped-def]
        """Call the ``Entry`` at an address with its five records."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            kind = ir.FunctionType(_I64, [record.type for record in args[1:]])
            return builder.call(builder.inttoptr(args[0], kind.as_pointer()), args[1:])

        return types.int64(types.int64, a, b, c, d, e), codegen

    def callback(function: Callable[..., Any], copied: np.dtype[Any], shared: np.dtype[Any]) -> int:
        """Compile ``function(record, record, word) -> int`` and return the address by which kernels call it.

        The dtypes are those of the records.  What the function raises becomes the choice -1, which is never legal.
        Raises ``TypeError`` in one line if the function cannot be compiled or returns something else than an integer.
        """
        record_types = numba.from_dtype(copied), numba.from_dtype(shared)
        inner = numba.njit(nogil=True)(getattr(function, "py_func", function))
        arguments = (*record_types, types.uint64)
        try:
            inner.compile(arguments)
        except Exception as error:  # numba's own, but also a bare KeyError where a record has no such field
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            raise TypeError(f"it cannot be compiled: {reason}") from error
        returned = inner.overloads[arguments].signature.return_type
        if not isinstance(returned, types.Integer):
            raise TypeError(f"it must return an integer, not {returned}")

        def wrapper(copied_pointer, shared_pointer, random_word):  # type: ignore[no-untyped-def]
            try:
                return np.int64(
                    inner(numba.carray(copied_pointer, 1)[0], numba.carray(shared_pointer, 1)[0], random_word)
                )
            except Exception:
                return np.int64(-1)

        pointers = (types.CPointer(record) for record in record_types)
        compiled = numba.cfunc(types.int64(*pointers, types.uint64))(wrapper)
        _callbacks.append(compiled)
        return int(compiled.address)


__all__ = [
    "JIT_OFF",
    "KERNEL_HASH",
    "at_address",
    "call_back",
    "call_entry",
    "callback",
    "copy_record",
    "entry",
    "fix_fields",
    "highest",
    "inlined",
    "inner",
    "kernel",
    "load_bytes",
    "load_int16",
    "lowest",
    "merged",
    "multiply_high",
    "on_stack",
    "overload",
    "popcount",
    "store_record",
    "types",
]
