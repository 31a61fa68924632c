"""Explores programs with secateur on a Dask cluster.

`bridge` is the process that `secateur --on dask://HOST:PORT` starts: it stands between secateur and the cluster. `slices` is what
the workers of the cluster execute: slices of the work of secateur processes beside them. `kit` is what such a process is started
with.

What a program under test has produced travels as bytes in which secateur has written JSON. Nothing here looks into it but for the
name of a message, and nobody unpickles it: to Dask it is one value of type `bytes`.
"""
