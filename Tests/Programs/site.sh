# Starts servers on this machine, and waits until they listen. Sourced by scripts of sh and bash, whose trap on EXIT
# calls stop_sites.

# The processes that start_site started.
sites=""

# await PROCESS FILE PATTERN: waits until the process has written a text that matches to the file, and sets $said to the
# first one. Ends the script if the process ends before. Not in a command substitution, in which sh does not notice that.
await() {
  until said=$(grep -o -m 1 -e "$3" "$2" 2>/dev/null | head -n 1) && [ -n "$said" ]; do
    kill -0 "$1" 2>/dev/null || {
      echo "$0: error: a server ended before it listened" >&2
      cat "$2" >&2
      exit 1
    }
    sleep 0.1
  done
}

# start_site FILE OPTION…: starts the sample server of the folder $bin on a free port, with its output in the file. Sets
# $address, and the variables with which the command uses the server.
start_site() {
  site_output=$1
  shift
  : >"$site_output"
  "$bin/FlickrServer" --port 0 "$@" >"$site_output" &
  sites="$sites $!"
  await "$!" "$site_output" 'http://[^ ]*/'
  address=$said
  export FLICKR_API_KEY=demo PHOTOMIRROR_FLICKR_ENDPOINT="${address}services/rest/"
}

# Ends what start_site started, and waits for it.
stop_sites() {
  for site in $sites; do
    { kill "$site" && wait "$site" || true; } 2>/dev/null
  done
  sites=""
}
