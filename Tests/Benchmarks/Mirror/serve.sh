# Sourced by the scripts of this folder: draws sets of photos and serves them from one nginx on this machine.
#
# Needs $work (a temporary folder) and $images (the built ImagesBenchmark). Afterwards $port is nginx's, and
# `list SET COUNT` writes addresses, each with a name of its own, to the file $work/SET.txt. The set `late`
# is jpeg-1024 with each answer 50 ms late.
# shellcheck source=../../Programs/site.sh
. "$(dirname "${BASH_SOURCE[0]}")/../../Programs/site.sh"

# Drawn photos of a set; those of 12 megapixels are few, because drawing them takes long.
declare -A drawn=(
  [jpeg-240]="100 240 160 jpeg" [jpeg-1024]="100 1024 683 jpeg" [png-1024]="50 1024 683 png"
  [jpeg-12mp]="10 4000 3000 jpeg" [png-12mp]="5 4000 3000 png" [progressive-12mp]="10 4000 3000 progressive"
)
extension() { case $1 in png*) echo png ;; *) echo jpg ;; esac; }

# SET…: each as 100 names.
draw() {
  local set number count
  for set; do
    [ "$set" = late ] && set=jpeg-1024
    [ -d "$work/files/$set" ] && continue
    echo "drawing $set" >&2
    mkdir -p "$work/files"
    # shellcheck disable=SC2086
    "$images" draw "$work/files/$set" ${drawn[$set]}
    count=${drawn[$set]%% *}
    for number in $(seq "$count" 99); do
      ln "$work/files/$set/$((number % count)).$(extension "$set")" "$work/files/$set/$number.$(extension "$set")"
    done
  done
}

list() { # SET COUNT
  seq -f "http://127.0.0.1:$port/$1/%.0f.$(extension "$1")" 1 "$2" >"$work/$1.txt"
}

# nginx cannot report a port that the system chose, so this looks for a free one.
serve_at() {
  cat >"$work/nginx.conf" <<CONF
load_module /usr/lib/nginx/modules/ngx_http_echo_module.so;
daemon off; master_process off; pid $work/nginx.pid; error_log $work/nginx.log;
events { worker_connections 512; }
http {
  access_log off; sendfile on; keepalive_requests 10000000; types { image/jpeg jpg; image/png png; }
  client_body_temp_path $work/nginx-1; proxy_temp_path $work/nginx-2;
  fastcgi_temp_path $work/nginx-3; uwsgi_temp_path $work/nginx-4; scgi_temp_path $work/nginx-5;
  server {
    listen 127.0.0.1:$1; root $work/files;
    location = /whose { return 200 $work; }
    location ~ ^/late/[0-9]*?0?(?<name>[1-9]?[0-9])\.jpg\$ { echo_sleep 0.05; echo_exec /jpeg-1024/\$name.jpg; }
    location / { rewrite ^/([a-z0-9-]*)/[0-9]*?0?([1-9]?[0-9])\.([a-z]*)\$ /\$1/\$2.\$3 break; }
  }
}
CONF
  nginx -e "$work/nginx.log" -c "$work/nginx.conf" 2>"$work/nginx.err" &
  nginx=$!
  await_that 60 $nginx answers_with "http://127.0.0.1:$1/whose" "$work" 2>/dev/null || return 1
}
serve() {
  for port in $(shuf -i 20000-32000 -n 20); do serve_at "$port" && return; done
  return 1
}
