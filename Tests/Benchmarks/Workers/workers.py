"""Runs workers in growing numbers over the sample server, and prints a row for each number; see `run` beside it.

usage: workers.py FOLDER PROGRAMS BUILD PHOTOS JOBS LATENCY [--statements] WORKERS,ADDRESS,PROCESS…

FOLDER has the socket of the database server and its data; PROGRAMS are the server's, BUILD our own. Each number of
workers has a sample server, at the address and of the process.
"""
import json
import os
import subprocess
import sys
import time
import urllib.request

folder, programs, build = sys.argv[1:4]
photos, jobs, latency = map(int, sys.argv[4:7])
rest = sys.argv[7:]
lists_statements = "--statements" in rest
servers = {int(text.split(",")[0]): text.split(",")[1:] for text in rest if text != "--statements"}
numbers = list(servers)
TICKS = os.sysconf("SC_CLK_TCK")
# The middle of a run: the queue is filled before, and workers end after it.
FIRST, LAST = 0.25, 0.9


def query(database, sql):
    command = [f"{programs}/psql", "-h", folder, "-U", "test", "-d", database, "-AtF", "\t", "-c", sql]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [line.split("\t") for line in output.splitlines()]


def seconds_of(root):
    """CPU time of a process with its children, those that ended included."""
    parents, times = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        parents[int(name)] = int(fields[1])
        times[int(name)] = sum(map(int, fields[11:15])) / TICKS
    found, more = {root}, {root}
    while more:
        more = {pid for pid, parent in parents.items() if parent in found} - found
        found |= more
    return sum(times.get(pid, 0) for pid in found)


def image_requests(address):
    with urllib.request.urlopen(address + "stats", timeout=60) as answer:
        return json.load(answer)["image_requests"]


def counters(database):
    """Of the server: statements and their milliseconds, commits, syncs of the log, their milliseconds, its bytes."""
    statements = query(database, """
        SELECT coalesce(sum(calls), 0), coalesce(sum(total_exec_time + total_plan_time), 0)
        FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid
        WHERE datname = current_database() AND query !~ 'pg_stat|^(CREATE|DROP|SET) '""")[0]
    commits = query(database, f"SELECT xact_commit FROM pg_stat_database WHERE datname = '{database}'")[0]
    syncs = query(database, "SELECT wal_sync, wal_sync_time FROM pg_stat_wal")[0]
    log = query(database, "SELECT pg_current_wal_lsn() - '0/0'")[0]
    return [float(number) for number in statements + commits + syncs + log]


def measure(workers):
    count, name = photos * workers, f"mirror{workers}"
    query("postgres", f"CREATE DATABASE {name}")
    query(name, "CREATE EXTENSION pg_stat_statements")
    address, site = servers[workers]
    environment = dict(
        os.environ, FLICKR_API_KEY="demo", PHOTOMIRROR_FLICKR_ENDPOINT=address + "services/rest/",
        PHOTOMIRROR_CATALOG=f"postgresql://test@/{name}?host={folder}", no_proxy="127.0.0.1")
    command = [
        f"{build}/photomirror", "work", "--store", f"{folder}/{name}", "--jobs", str(jobs), "--host-jobs", "1000",
        "--size", "Small", "--thumbnail", "0",
        # One in seven photos is this account's.
        "--limit", str(count), "flickr:user/20000002@N01"]
    # Makes the tables.
    for order in ("--pause", "--resume"):
        subprocess.run([f"{build}/photomirror", "work", order], env=environment, check=True)
    query(name, "SELECT pg_stat_statements_reset()")
    with open(f"{folder}/data/postmaster.pid") as file:
        postmaster = int(file.readline())
    before, clock = counters(name), os.times()
    server, drawing = seconds_of(postmaster), 0
    began, samples = time.monotonic(), []
    log = open(f"{folder}/{name}.log", "w+")
    running = [subprocess.Popen(command, env=environment, stdout=log, stderr=log) for _ in range(workers)]
    while any(process.poll() is None for process in running):
        samples.append((time.monotonic() - began, image_requests(address)))
        drawing = seconds_of(int(site))
        time.sleep(0.1)
    server = seconds_of(postmaster) - server
    ours = os.times()
    if any(process.returncode for process in running):
        log.seek(0)
        sys.exit(f"workers.py: error: a worker failed\n{log.read()[-2000:]}")
    spent = [(now - then) for then, now in zip(before, counters(name))]
    stored = int(query(name, "SELECT count(*) FROM photomirror.photos WHERE state = 'mirrored'")[0][0])
    assert stored == count, f"{stored} of {count} photos"
    middle = [sample for sample in samples if FIRST * count <= sample[1] <= LAST * count]
    pace = (middle[-1][1] - middle[0][1]) / (middle[-1][0] - middle[0][0])
    # Of the children that have ended: the workers, and a few of psql.
    cpu = ours.children_user + ours.children_system - clock.children_user - clock.children_system
    return pace, 1000 * cpu / count, 1000 * server / count, 1000 * drawing / count, [
        number / count for number in spent]


print(f"{jobs} jobs for each worker, answers after {latency} ms, {photos} photos for each worker")
print(f"{'':10} {'photos/s':>9} {'of linear':>9} {'cores':>6} {'CPU ms each:':>13} {'worker':>7} {'server':>7} {'site':>6}"
      f" {'catalog:':>9} {'statements':>10} {'ms':>6} {'commits':>8} {'syncs':>6} {'ms':>6} {'log bytes':>9}")
single = None
for workers in numbers:
    pace, worker, server, site, catalog = measure(workers)
    single = single or pace / workers
    cores = pace * (worker + server + site) / 1000
    statements, spent, commits, syncs, waited, log = catalog
    print(f"{workers:2} workers {pace:9.1f} {pace / workers / single:9.2f} {cores:6.2f} {'':13} {worker:7.2f} {server:7.2f}"
          f" {site:6.2f} {'':9} {statements:10.2f} {spent:6.2f} {commits:8.2f} {syncs:6.2f} {waited:6.2f} {log:9.0f}", flush=True)
if lists_statements:
    print(f"\n{'calls each':>10} {'ms each':>8}  statement of the last run")
    for calls, spent, text in query(f"mirror{numbers[-1]}", f"""
        SELECT calls::float8 / {photos * numbers[-1]}, (total_exec_time + total_plan_time) / {photos * numbers[-1]},
          left(regexp_replace(query, '\\s+', ' ', 'g'), 110)
        FROM pg_stat_statements JOIN pg_database ON pg_database.oid = dbid WHERE datname = current_database()
        ORDER BY total_exec_time + total_plan_time DESC LIMIT 20"""):
        print(f"{float(calls):10.3f} {float(spent):8.3f}  {text}")
