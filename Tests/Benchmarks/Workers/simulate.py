"""Many workers over one catalog, by the costs that `run` beside it and Tests/Benchmarks/Queue/run measured: photos a
second, and which limit is the first.

usage: simulate.py [--workers N] [--NAME VALUE]…    (--help lists the names; without --workers: a table)

Workers are a closed network: each fetches a batch, then waits for its turn at the server's cores and at its log, as
others do. Mean value analysis (Reiser and Lavenberg, 1980) gives the exact mean of such a network: the time at a
station grows with the number of others who are there. The log syncs for all that wait at once (a group commit), so
that its station takes `group` of them in the time of one. Limits outside of the network are caps: connections, and
the calls a listing needs.
"""
import argparse

parser = argparse.ArgumentParser(description="Many workers over one catalog: which limit is the first.")
for name, value, text in [
    ("workers", 0, "processes; 0: a table of 1 to 10,000"),
    ("jobs", 16, "transfers at once of a worker"),
    ("photo-ms", 54.0, "from a transfer's start to its photo's end, without the catalog"),
    ("worker-rate", 300.0, "photos a second that a worker's cores decode"),
    ("batch", 16, "photos of a claim and of a completion: half of what a worker has"),
    ("server-photo-ms", 0.56, "CPU of the server for each photo, however large its batch"),
    ("server-batch-ms", 1.7, "CPU of the server for the statements of a batch"),
    ("server-cores", 2, "of the database"),
    ("batch-commits", 3.0, "transactions of a batch that wait for the log"),
    ("sync-ms", 2.0, "a sync of the log"),
    ("group", 24, "commits that one sync serves at most"),
    ("photo-log", 4300, "bytes of the log for each photo"),
    ("log-rate", 200e6, "bytes a second that the log's disk takes"),
    ("idle-statements", 2.6, "statements a second of a worker besides: heartbeats, pauses, its place"),
    ("statement-ms", 0.08, "of one of those"),
    ("connections", 2, "of a worker: its desk and its queue"),
    ("most-connections", 100, "that the server takes: max_connections"),
    ("page", 500, "photos of a listing's page"),
    ("calls-per-hour", 3600, "of the site's key"),
    ("page-ms", 250.0, "of a page until its photos are in the queue; pages come one after the other"),
    ("databases", 1, "partitions: mirrors of their own, each with a server"),
]:
    parser.add_argument(f"--{name}", type=type(value), default=value, help=f"{text} (default: %(default)s)")
given = parser.parse_args()


def queueing(workers):
    """Photos a second of the network, with the time of a batch at each station."""
    own = given.batch * max(given.photo_ms / given.jobs, 1000 / given.worker_rate)
    share = max(0.05, 1 - workers * given.idle_statements * given.statement_ms / 1000 / given.server_cores)
    stations = {
        "the server's cores": (
            given.server_batch_ms + given.batch * given.server_photo_ms) / given.server_cores / share,
        "syncs of the log": given.batch_commits * given.sync_ms / given.group,
        "bytes of the log": 1000 * given.batch * given.photo_log / given.log_rate,
    }
    # A batch alone is not faster because others share its sync, or because there is a second core.
    alone = given.batch_commits * given.sync_ms + given.server_batch_ms + given.batch * given.server_photo_ms
    waiting = {name: 0.0 for name in stations}
    pace = 0.0
    for count in range(1, workers + 1):
        times = {name: demand * (1 + waiting[name]) for name, demand in stations.items()}
        pace = count / (own + max(0, alone - sum(stations.values())) + sum(times.values()))
        waiting = {name: pace * time for name, time in times.items()}
    busy = {name: pace * demand for name, demand in stations.items()}
    return 1000 * given.batch * pace, max(busy, key=busy.get), max(busy.values())


def limits():
    """Of the whole, whatever the number of workers."""
    calls = given.calls_per_hour / 3600 * given.page
    return {"the lister's calls": calls, "the lister's pages": 1000 * given.page / given.page_ms}


def row(workers):
    part = max(1, workers // given.databases)
    pace, name, busy = queueing(part)
    pace *= given.databases
    single, *_ = queueing(1)
    caps = limits()
    notes = [f"{key} ({value:.0f} a second)" for key, value in caps.items() if value < pace]
    needed = part * given.connections
    if needed > given.most_connections:
        notes.append(f"connections ({needed} of {given.most_connections})")
    print(f"{workers:8} {pace:10.0f} {pace / workers / single:10.2f} {name:>20} {100 * busy:6.0f} %"
          f" {needed:12}  {', '.join(notes) or '-'}")


print(f"{'workers':>8} {'photos/s':>10} {'of linear':>10} {'busiest station':>20} {'busy':>8} {'connections':>12}  limits below that")
for workers in [given.workers] if given.workers else [1, 10, 30, 100, 300, 1000, 3000, 10000]:
    row(workers)
