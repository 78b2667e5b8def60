import Foundation
import TestSupport

/// A provider that is a program in Python, written by the test, like one from another author.
struct Program {
  /// Statements that answer the first question with a long address; `say` answers it, `write` writes text.
  var attack = "say('fine')"
  /// Statements before the first question is read.
  var beginning = ""
  /// An expression: the answer to `manifest`.
  var manifest = """
    {"name": NAME, "version": "1", "summary": "", "sources": [{"usage": "x", "summary": ""}]}
    """

  /// Writes the program; its name is the file's.
  func write(to path: String, mode: Int = 0o755) throws {
    try ExecutableFile.write(text, to: path, mode: mode)
  }

  private var text: String {
    """
    #!/usr/bin/python3
    import ctypes, fcntl, json, mmap, os, resource, signal, socket, subprocess, sys, time
    NAME = os.path.basename(sys.argv[0]).removeprefix("photomirror-provider-")
    LIBC = ctypes.CDLL(None, use_errno=True)

    def write(text):
        sys.stdout.write(text)
        sys.stdout.flush()

    def reply(**members):
        write(json.dumps({"id": number, **members}) + "\\n")

    def say(text):
        reply(answer={"selector": str(text)})

    def attempt(action):
        try:
            action()
            say("succeeded")
        except OSError as error:
            say("errno %d" % error.errno)

    def checked(result):
        if result < 0:
            raise OSError(ctypes.get_errno(), "")

    \(beginning)
    for line in sys.stdin:
        message = json.loads(line)
        number, question = message["id"], message["question"]
        if message["method"] == "manifest":
            reply(answer=\(manifest))
        elif message["method"] == "claim" and len(question["address"]) > 50:
            \(attack.replacing("\n", with: "\n        "))
        elif message["method"] == "claim":
            say("fine")
        else:
            reply(unsupported=True)

    """
  }
}
