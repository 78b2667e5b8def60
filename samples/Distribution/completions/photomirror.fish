# Completion of photomirror for fish: the words come from 'photomirror complete'.
function __photomirror_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l reply ($words[1] complete -- $words[2..-1] 2>/dev/null)
  switch "$reply[1]"
    case ':files'
      __fish_complete_path (commandline -ct)
    case ':directories'
      __fish_complete_directories (commandline -ct)
      string join \n -- $reply[2..-1]
    case '*'
      string join \n -- $reply
  end
end
complete -c photomirror -f -a '(__photomirror_complete)'
