# Completion of photomirror for bash: the words come from 'photomirror complete'.
_photomirror() {
  local line=${COMP_LINE:0:COMP_POINT} current reply word IFS
  local -a words
  COMPREPLY=()
  # bash splits words at colons, and sources contain them; quoted spaces are not supported.
  read -ra words <<<"$line"
  case $line in *[[:space:]]) words+=("") ;; esac
  current=${words[${#words[@]}-1]}
  reply=$("${words[0]}" complete -- "${words[@]:1}" 2>/dev/null) || return
  IFS=$'\n'
  case $reply in
    :files) COMPREPLY=($(compgen -f -- "$current")); compopt -o filenames 2>/dev/null; return ;;
    :directories*) COMPREPLY=($(compgen -d -- "$current")); compopt -o filenames 2>/dev/null; reply=${reply#:directories} ;;
  esac
  for word in $reply; do
    word=${word%%$'\t'*}
    # What stands before the last separator is on the line already.
    case $COMP_WORDBREAKS in *:*) case $current in *:*) word=${word#"${current%:*}":} ;; esac ;; esac
    case $COMP_WORDBREAKS in *=*) case $current in *=*) word=${word#"${current%%=*}"=} ;; esac ;; esac
    COMPREPLY+=("$word")
  done
  # An address that still needs an id gets no space.
  case ${COMPREPLY[0]-} in */ | *:) compopt -o nospace 2>/dev/null ;; esac
}
complete -F _photomirror photomirror
