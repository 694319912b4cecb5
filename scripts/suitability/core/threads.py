"""Work that is shared among threads."""

from concurrent.futures import ThreadPoolExecutor


def mapped(work, items, threads):
    """Return what a function gives for each of some items, in their order.

    Parameters
    ----------
    work : callable
    items : iterable
    threads : int
        With one thread the caller's own does the work: threads that each start others would spend
        their time on waiting for the interpreter.

    Returns
    -------
    list
    """
    if threads == 1:
        return [work(item) for item in items]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, items))
