"""A user's own policy: a numba-compilable function ``(view, rules, word) -> int`` called through its address.

``view`` is a VIEW record, ``rules`` a RULES record (both to read only: the function works on a copy of the view), ``word`` 64 random
bits of the seat's own stream.  A play policy returns a card of ``view.legal``, a bidding policy a suit 0..3 or 4 = pass.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np

from debertz_sim._jit import JIT_OFF, types
from debertz_sim.kernels.state import RULES, VIEW

_registered: list[Any] = []  # keeps compiled functions alive; with the JIT off an address is a place here

UserFunction = Callable[[Any, Any, Any], int]

if JIT_OFF:

    def ask_user(address: int, v: Any, rules: Any, random_word: Any) -> int:
        """Call a registered function with a copy of the view."""
        return int(_registered[address](v.copy(), rules, random_word))

    def address_of(function: UserFunction) -> int:
        """Register a function and return what the kernels call it by."""
        _registered.append(getattr(function, "py_func", function))
        return len(_registered) - 1

else:
    from llvmlite import ir
    from numba.extending import intrinsic

    _VIEW_TYPE = numba.from_dtype(VIEW)
    _RULES_TYPE = numba.from_dtype(RULES)
    _SIGNATURE = types.int64(types.CPointer(_VIEW_TYPE), types.CPointer(_RULES_TYPE), types.uint64)

    @intrinsic
    def ask_user(typingctx, address, v, rules, random_word):  # type: ignore[no-untyped-def]  # noqa: ARG001
        """Call the C function at ``address`` with a copy of the view."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            byte_pointer = ir.IntType(8).as_pointer()
            size = ir.Constant(ir.IntType(64), VIEW.itemsize)
            copy = builder.alloca(ir.ArrayType(ir.IntType(8), VIEW.itemsize), name="view_copy")
            copy.align = VIEW.alignment
            source = builder.bitcast(args[1], byte_pointer)
            target = builder.bitcast(copy, byte_pointer)
            numba.core.cgutils.raw_memcpy(builder, target, source, size, 1)
            kind = ir.FunctionType(ir.IntType(64), [byte_pointer, byte_pointer, ir.IntType(64)])
            function = builder.inttoptr(args[0], kind.as_pointer())
            return builder.call(function, [target, builder.bitcast(args[2], byte_pointer), args[3]])

        return types.int64(types.int64, v, rules, types.uint64), codegen

    def address_of(function: UserFunction) -> int:
        """Compile a function to C and return its address; numba's errors say what in it cannot be compiled."""
        inner = function if hasattr(function, "py_func") else numba.njit(function)

        def wrapper(view_pointer, rules_pointer, random_word):  # type: ignore[no-untyped-def]
            v = numba.carray(view_pointer, 1)[0]
            rules = numba.carray(rules_pointer, 1)[0]
            return np.int64(inner(v, rules, random_word))

        compiled = numba.cfunc(_SIGNATURE)(wrapper)
        _registered.append(compiled)
        return int(compiled.address)
