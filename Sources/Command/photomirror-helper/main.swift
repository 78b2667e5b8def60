import Archives
import Glibc
import Images
import ModuleHosting
import Sandbox

// The processes that read strangers' bytes, and that of the command at the end of a run (HelperProgram). Without the
// libraries of the network, of catalogs and of keys: none of their code is here.

switch HelperProgram.work {
case .decode: DecoderProcesses.serve()
case .host: ModuleHost.serve()
case .archive: ArchiveHost.serve()
case .command: CommandProcess.serve()
case nil:
  let text = "photomirror-helper: error: photomirror starts this program, and only it can\n"
  unsafe write(STDERR_FILENO, text, text.utf8.count)
  exit(2)
}
