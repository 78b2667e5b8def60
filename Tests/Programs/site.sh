# Starts servers on this machine, and waits for them within a limit of time. Sourced by scripts of sh and bash, whose trap
# on EXIT calls stop_sites. Functions that end the script must not be called in a command substitution.

# The processes that start_site started.
sites=""

# await_that SECONDS PROCESS COMMAND…: waits until the command succeeds. Fails, with a message, once the process has ended
# or the time is over; $$ as the process is this script.
await_that() {
  await_limit=$1 await_process=$2
  await_end=$(($(date +%s) + $1))
  shift 2
  until "$@"; do
    if ! kill -0 "$await_process" 2>/dev/null; then
      echo "$0: error: a process ended before '$*'" >&2
      return 1
    elif [ "$(date +%s)" -ge "$await_end" ]; then
      echo "$0: error: after $await_limit seconds there is no '$*'" >&2
      return 1
    fi
    sleep 0.1
  done
}

# said_in FILE PATTERN: sets $said to the first text of the file that matches, if there is one.
said_in() { said=$(grep -o -m 1 -e "$2" "$1" 2>/dev/null | head -n 1) && [ -n "$said" ]; }

# answers_with ADDRESS TEXT: whether a server there answers so; an authority is not checked.
answers_with() { [ "$(curl -sk --max-time 5 "$1")" = "$2" ]; }

# await PROCESS FILE PATTERN: waits until the process has written a text that matches to the file, and sets $said to the
# first one. Ends the script, with what the process wrote, if there is none within a minute.
await() {
  await_that 60 "$1" said_in "$2" "$3" || {
    cat "$2" >&2
    exit 1
  }
}

# start_site FILE OPTION…: starts the sample server of the folder $bin on a free port, with its output in the file. Sets
# $address and $site, its process, and the variables with which the command uses the server.
start_site() {
  site_output=$1
  shift
  : >"$site_output"
  "$bin/FlickrServer" --port 0 "$@" >"$site_output" 2>&1 &
  site=$!
  sites="$sites $site"
  await "$site" "$site_output" 'http://[^ ]*/'
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
