# Starts a PostgreSQL server from Debian's package on a socket of its own, in $work, which is gone afterwards.
# Sourced by the scripts beside it. Starts sites, too: Tests/Programs/site.sh.
. Tests/Programs/site.sh
programs() { find /usr/lib/postgresql -name initdb -printf '%h\n' 2>/dev/null | sort -V | tail -n 1; }
if [ -z "$(programs)" ]; then
  # Otherwise the package starts a server for the whole machine.
  as_root=$([ "$(id -u)" = 0 ] || echo sudo)
  $as_root mkdir -p /etc/postgresql-common
  echo "create_main_cluster = false" | $as_root tee /etc/postgresql-common/createcluster.conf >&2
  samples/Distribution/setup postgresql
fi
programs=$(programs)
work=$(mktemp -d)
# PostgreSQL does not run as root.
as_user=()
if [ "$(id -u)" = 0 ]; then
  chown postgres "$work"
  as_user=(runuser -u postgres --)
fi
# Processes to end.
children=()
finish() {
  local child
  stop_sites
  for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done
  "${as_user[@]}" "$programs/pg_ctl" -D "$work/data" -m immediate stop >&2 || true
  rm -rf "$work" "$work.config"
}
trap finish EXIT
trap 'exit 130' INT TERM
"${as_user[@]}" "$programs/initdb" -D "$work/data" -U test -A trust -E UTF8 --no-sync >&2

# start_server [SETTING…]
start_server() {
  "${as_user[@]}" "$programs/pg_ctl" -D "$work/data" -l "$work/log" -w \
    -o "-k $work -h '' -c max_connections=200 $*" start >&2
}

# As a power cut would: every connection ends without a word.
restart_server() {
  "${as_user[@]}" "$programs/pg_ctl" -D "$work/data" -l "$work/log" -m immediate -w restart >&2
}
query() { "$programs/psql" -h "$work" -U test -d mirror -Atqc "$1"; }
mirrored() { query "SELECT count(*) FROM photomirror.photos WHERE state = 'mirrored'" 2>/dev/null || echo 0; }

# reach COUNT [PROCESS]: waits until that many photos are mirrored, but no longer than ten minutes and the process.
has_mirrored() { [ "$(mirrored)" -ge "$1" ]; }
reach() { await_that 600 "${2:-$$}" has_mirrored "$1"; }

# As an administrator does.
stop_server() { "${as_user[@]}" "$programs/pg_ctl" -D "$work/data" -m fast -w stop >&2; }
