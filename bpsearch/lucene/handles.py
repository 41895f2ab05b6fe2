"""Loops that run inside the JVM without a line of Java: composed from java.lang.invoke.MethodHandles.

A call from Python into the JVM costs microseconds, so a loop over postings, blocks or stored texts must not cross
the border at every step. The functions here build such loops from handles to public methods.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np

from bpsearch.lucene.jvm import java_class

STRING = "java.lang.String"
STRINGS = "[Ljava.lang.String;"
OBJECT = "java.lang.Object"
INT_BUFFER = "java.nio.IntBuffer"
_PRIMITIVES = {"int": "Integer", "float": "Float", "void": "Void", "boolean": "Boolean", "long": "Long"}


@cache
def _method_handles() -> Any:
    return java_class("java.lang.invoke.MethodHandles")


@cache
def type_of(name: str) -> Any:
    """The java.lang.Class of a type, primitive or not."""
    if name in _PRIMITIVES:
        return java_class(f"java.lang.{_PRIMITIVES[name]}").TYPE
    return java_class("java.lang.Class").forName(name)


def java_list(items: Iterable[Any]) -> Any:
    """A java.util.List: the one form in which pyjnius passes mixed arguments."""
    from jnius import cast

    made = java_class("java.util.ArrayList")()
    for item in items:
        made.add(item)
    return cast("java.util.List", made)


def method_type(returns: str, *parameters: str) -> Any:
    """A java.lang.invoke.MethodType."""
    made = java_class("java.lang.invoke.MethodType").methodType(type_of(returns))
    return made.appendParameterTypes(java_list(map(type_of, parameters))) if parameters else made


def method(owner: str, name: str, returns: str, *parameters: str) -> Any:
    """A handle to a public method; its first parameter is the object."""
    return _method_handles().publicLookup().findVirtual(type_of(owner), name, method_type(returns, *parameters))


def static_method(owner: str, name: str, returns: str, *parameters: str) -> Any:
    """A handle to a public static method."""
    return _method_handles().publicLookup().findStatic(type_of(owner), name, method_type(returns, *parameters))


def constructor(owner: str, *parameters: str) -> Any:
    """A handle to a public constructor."""
    return _method_handles().publicLookup().findConstructor(type_of(owner), method_type("void", *parameters))


def bound(handle: Any, *values: Any) -> Any:
    """The handle with its first (reference) parameters fixed."""
    for value in values:
        handle = handle.bindTo(value)
    return handle


def fixed(handle: Any, position: int, value: Any) -> Any:
    """The handle with the parameter at `position` fixed; primitives as boxed Java objects."""
    return _method_handles().insertArguments(handle, position, value)


def of(outer: Any, inner: Any, position: int = 0) -> Any:
    """outer(..., inner(...), ...): inner's parameters take the place of outer's parameter at `position`."""
    return _method_handles().collectArguments(outer, position, inner)


def taking(handle: Any, parameters: Sequence[str], chosen: Sequence[int], returns: str = "void") -> Any:
    """The handle as one that is given `parameters` and uses the `chosen` of them, in that order."""
    handle = handle.asType(handle.type().changeReturnType(type_of(returns)))
    wanted = method_type(returns, *parameters)
    if not chosen:
        return _method_handles().dropArguments(handle, 0, java_list(map(type_of, parameters)))
    return _method_handles().permuteArguments(handle, wanted, *chosen)


def one_after_another(steps: Sequence[Any]) -> Any:
    """Handles with the same parameters, run in order; the last one's result is the result."""
    body = steps[-1]
    for step in reversed(steps[:-1]):
        body = _method_handles().foldArguments(body, step)
    return body


def counted(count: Any, body: Any, first: Any = None) -> Any:
    """for (int i = 0; i < count(…); i++) body(i, …); with `first`: state = first(…), then state = body(state, i, …)"""
    return _method_handles().countedLoop(count, first, body)


def counted_from(start: Any, end: Any, body: Any) -> Any:
    """for (int i = start(…); i < end(…); i++) body(i, …)"""
    return _method_handles().countedLoop(start, end, None, body)


def either(condition: Any, then: Any, otherwise: Any) -> Any:
    """condition(…) ? then(…) : otherwise(…)"""
    return _method_handles().guardWithTest(condition, then, otherwise)


def identity(kind: str) -> Any:
    """A handle that returns its argument."""
    return _method_handles().identity(type_of(kind))


def explicit_cast(handle: Any, wanted: Any) -> Any:
    """The handle with its types cast as Java's cast operator would."""
    return _method_handles().explicitCastArguments(handle, wanted)


def element(array: str) -> Any:
    """A handle (array, index) → element."""
    return _method_handles().arrayElementGetter(type_of(array))


def length(array: str) -> Any:
    """A handle array → its length."""
    return _method_handles().arrayLength(type_of(array))


def split_at(separator: str) -> Any:
    """A handle from a String to the parts between separators, empty ones included."""
    split = method(STRING, "split", STRINGS, STRING, "int")
    return fixed(fixed(split, 2, number(-1)), 1, java_class(STRING)(separator))


def number(value: int) -> Any:
    """A boxed int."""
    return java_class("java.lang.Integer")(value)


def call(handle: Any, *values: Any) -> Any:
    """Invoke a handle."""
    return handle.invokeWithArguments(java_list(values))


def call_repeatedly(handle: Any, times: int, *values: Any) -> None:
    """Invoke a handle several times with the same values."""
    given = java_list(values)
    for _ in range(times):
        handle.invokeWithArguments(given)


def byte_buffer(values: np.ndarray[Any, Any]) -> Any:
    """A Java buffer with a copy of the array's bytes, in native order."""
    buffer = java_class("java.nio.ByteBuffer")
    return buffer.wrap(values.tobytes()).order(java_class("java.nio.ByteOrder").nativeOrder())


def empty_byte_buffer(size: int) -> Any:
    """A Java buffer to be filled inside the JVM."""
    buffer = java_class("java.nio.ByteBuffer")
    return buffer.allocate(size).order(java_class("java.nio.ByteOrder").nativeOrder())


def contents(buffer: Any, dtype: type[np.generic]) -> np.ndarray[Any, Any]:
    """What a byte buffer holds, as an array."""
    return np.frombuffer(buffer.array().tostring(), dtype=dtype)
