import Foundation
import ModuleSupport
import TestSupport
import Testing

@Suite("Hostile providers that are programs", .serialized)
struct HostileProgramTests {
  typealias Row = (name: String, attack: String, outcome: String)

  private static let stopped = #"was stopped during "claim": "#
  private static let noAnswer = "it wrote a line that is not an answer"

  /// What a program tries to reach, and the error that it gets.
  private static let escapes: [Row] = [
    ("read", #"attempt(lambda: open("/etc/passwd"))"#, "errno \(EACCES)"),
    ("home", #"attempt(lambda: os.listdir("/home"))"#, "errno \(EACCES)"),
    ("spy", #"attempt(lambda: open("/proc/%d/environ" % os.getppid()))"#, "errno \(EACCES)"),
    ("create", #"attempt(lambda: open("/tmp/photomirror-program", "w"))"#, "errno \(EACCES)"),
    ("beside", #"attempt(lambda: open(sys.argv[0] + ".new", "w"))"#, "errno \(EACCES)"),
    ("append", #"attempt(lambda: open(sys.argv[0], "a"))"#, "errno \(EACCES)"),
    ("mode", "attempt(lambda: os.chmod(sys.argv[0], 0o777))", "errno \(EPERM)"),
    ("time", "attempt(lambda: os.utime(sys.argv[0]))", "errno \(EPERM)"),
    ("delete", "attempt(lambda: os.unlink(sys.argv[0]))", "errno \(EPERM)"),
    ("folder", #"attempt(lambda: os.mkdir("/tmp/photomirror-program"))"#, "errno \(EPERM)"),
    ("network", "attempt(lambda: socket.socket())", "errno \(EPERM)"),
    ("local", "attempt(lambda: socket.socket(socket.AF_UNIX))", "errno \(EPERM)"),
    (
      "datagram", "attempt(lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))",
      "errno \(EPERM)"
    ),
    ("ring", "attempt(lambda: checked(LIBC.syscall(425, 1, None)))", "errno \(EPERM)"),
    ("x32", "attempt(lambda: checked(LIBC.syscall(0x40000029, 2, 1, 0)))", "errno \(EPERM)"),
    ("session", "os.fork() or (os.setsid(), say('escaped'))\nsay('fine')", "fine"),
    ("kill", "attempt(lambda: os.kill(os.getppid(), signal.SIGSTOP))", "errno \(EPERM)"),
    ("owner", "attempt(lambda: checked(LIBC.fcntl(0, 8, os.getppid())))", "errno \(EPERM)"),
    ("signal of a file", "attempt(lambda: checked(LIBC.fcntl(0, 10, 9)))", "errno \(EPERM)"),
    (
      "owner of a socket",
      "pair = socket.socketpair()\nattempt(lambda: fcntl.ioctl(pair[0], 0x8901, b'1234'))",
      "errno \(ENOTTY)"
    ),
    ("changes", "attempt(lambda: checked(LIBC.inotify_init1(0)))", "errno \(EPERM)"),
    ("attribute", #"attempt(lambda: os.getxattr(sys.argv[0], "user.x"))"#, "errno \(EOPNOTSUPP)"),
    ("attributes", "attempt(lambda: os.listxattr(sys.argv[0]))", "errno \(EOPNOTSUPP)"),
    ("flags", "attempt(lambda: fcntl.ioctl(0, 0x80086601, b'12345678'))", "errno \(ENOTTY)"),
    ("new call", "attempt(lambda: checked(LIBC.syscall(466, 0, 0, 0, 0)))", "errno \(ENOSYS)"),
    ("shared memory", "attempt(lambda: mmap.mmap(-1, 1 << 20))", "errno \(EPERM)"),
    ("memory file", #"attempt(lambda: os.memfd_create("x"))"#, "errno \(EPERM)"),
    ("zeros", #"attempt(lambda: open("/dev/zero"))"#, "errno \(EACCES)"),
    (
      "capabilities",
      """
      found = (ctypes.c_uint32 * 6)()
      LIBC.capget((ctypes.c_uint32 * 2)(0x20080522, 0), found)
      say(list(found))
      """, "[0, 0, 0, 0, 0, 0]"
    ),
    ("everybody", "attempt(lambda: os.kill(-1, signal.SIGTERM))", "errno \(EPERM)"),
    (
      "limits",
      "attempt(lambda: resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (0, 0)))",
      "errno \(EPERM)"
    ),
    ("namespace", "attempt(lambda: checked(LIBC.unshare(0x10000000)))", "errno \(EPERM)"),
    ("trace", "attempt(lambda: checked(LIBC.ptrace(16, os.getppid(), 0, 0)))", "errno \(EPERM)"),
    (
      "environment",
      "say([n + '=' + os.environ[n] for n in os.environ if n != 'LC_CTYPE'])",
      "['PATH=/usr/local/bin:/usr/bin:/bin']"
    ),
    (
      "descriptors", "say([n for n in range(3, 99) if LIBC.fcntl(n, 1) >= 0])", "[]"
    ),
    (
      "memory",
      "try:\n    bytearray(8 << 30)\nexcept MemoryError:\n    say('no memory')", "no memory"
    ),
    ("terminal", #"attempt(lambda: open("/dev/tty", "w"))"#, "errno \(EACCES)"),
    ("null", #"open("/dev/null", "w").write("x")\#nsay("written")"#, "written"),
    (
      "shell", "say(subprocess.run(['sh', '-c', 'echo $((6 * 7))'], capture_output=True).stdout)",
      "b'42\\n'"
    ),
  ]

  /// What a program answers, and why it is ended.
  private static let rules: [Row] = [
    ("rubbish", #"write("hello\n")"#, stopped + noAnswer),
    ("nothing", #"write("\n")"#, stopped + noAnswer),
    ("list", #"write("[]\n")"#, stopped + noAnswer),
    ("bare", "reply()", stopped + noAnswer),
    ("both", "reply(answer={}, failure={})", stopped + noAnswer),
    ("double", #"write('{"id":%d,"id":%d,"answer":{}}\n' % (number, number))"#, stopped + noAnswer),
    ("text id", #"write('{"id":"%d","answer":{}}\n' % number)"#, stopped + noAnswer),
    (
      "other id", #"write('{"id":999,"answer":{}}\n')"#,
      stopped + "it answered question 999, which was not asked"
    ),
    ("binary", #"os.write(1, b"\xff\x00\xfe\n")"#, stopped + noAnswer),
    (
      "gigabyte", #"block = "x" * (1 << 20)\#nfor _ in range(1024): write(block)"#,
      stopped + "it wrote a line of more than 65 MiB"
    ),
    ("twice", #"write('{"id":%d,"answer":{"selector":"one"}}\n' % number * 2)"#, "one"),
    (
      "afterwards", #"write('{"id":%d,"answer":{"selector":"one"}}\nmore\n' % number)"#, "one"
    ),
    ("crash", "os.kill(os.getpid(), signal.SIGSEGV)", stopped + "Segmentation fault"),
    ("exit", "os._exit(7)", stopped + "it exited with status 7"),
    ("half", #"write('{"id":')\#nos._exit(0)"#, stopped + "it exited with status 0"),
    (
      "exception", #"raise ValueError("oops")"#,
      stopped + "it exited with status 1; it wrote: ValueError: oops"
    ),
    ("close", "os.close(1)\ntime.sleep(1000)", stopped + "it closed its output"),
    (
      "part", #"write('{"id":')\#nos.close(1)\#ntime.sleep(1000)"#,
      stopped + "it ended in the middle of a line"
    ),
    ("loop", "while True: pass", stopped + "it exceeded the limit of CPU time"),
    (
      "loud", #"for _ in range(1024): os.write(2, b"x" * (1 << 10) + b"\n")\#nsay("heard")"#,
      "heard"
    ),
    ("mute", "os.close(2)\nsay('mute')", "mute"),
    (
      "deep", #"write('{"id":%d,"answer":%s}\n' % (number, "[" * 99999 + "]" * 99999))"#,
      "the answer's JSON is nested deeper than 128 levels"
    ),
    ("type", "reply(answer={'selector': 7})", "selector is not a string"),
    (
      "invalid", #"write('{"id":%d,"answer":{"selector":tru}}\n' % number)"#, "it is not JSON"
    ),
    (
      "bytes", #"os.write(1, b'{"id":%d,"answer":{"selector":"\xff"}}\n' % number)"#, "\u{FFFD}"
    ),
  ]

  /// What a program does instead of answering.
  private static let silences: [Row] = [
    ("sleep", "time.sleep(1000)", stopped + "no answer"),
    ("wait", #"write('{"id":')\#ntime.sleep(1000)"#, stopped + "no answer"),
    ("orphan", "if os.fork(): os._exit(0)\ntime.sleep(1000)", stopped + "it exited with status 0"),
    (
      "stubborn",
      "for n in range(1, 32):\n    if n not in (9, 19): signal.signal(n, signal.SIG_IGN)\n"
        + "time.sleep(1000)", stopped + "no answer"
    ),
  ]

  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory(in: BuiltModule.folder) }

  @Test("A program can reach nothing but what it needs to compute")
  func reach() async throws {
    try await check(Self.escapes)
    #expect(!FileManager.default.fileExists(atPath: "/tmp/photomirror-program"))
  }

  @Test("A program that breaks a rule costs its call alone, and is started again")
  func breaks() async throws { try await check(Self.rules) }

  @Test("A program that does not answer is ended, and started again")
  func silent() async throws { try await check(Self.silences, ["--impatient"]) }

  @Test("A program is killed with everything that it started, however it resists")
  func children() async throws {
    let attack = """
      children = []
      for _ in range(20):
          child = os.fork()
          if child == 0:
              for n in range(1, 32):
                  if n not in (9, 19): signal.signal(n, signal.SIG_IGN)
              while True: time.sleep(1000)
          children.append(child)
      say(" ".join(map(str, children + [os.getpid()])))
      """
    let path = try write("family", Program(attack: attack))
    let run = try await CommandRun.run(BuiltProducts.path("HostileModule"), [path])
    let line = run.output.split(separator: "\n").first ?? ""
    let processes = line.split(separator: " ").dropFirst().compactMap { pid_t($0) }
    try #require(processes.count == 21, "\(run.output) \(run.errors)")
    // A killed process exists until somebody has waited for it.
    #expect(processes.filter { kill($0, 0) == 0 && !Self.isDead($0) } == [])
  }

  @Test("A program is refused that is not what its name says, or does not begin with its manifest")
  func refused() async throws {
    let paths = [
      try write("first", Program(beginning: "os._exit(3)")),
      try write("chatty", Program(beginning: #"write("hello\n")"#)),
      try write(
        "liar",
        Program(manifest: #"{**{"name": "flickr", "version": "1"}, "summary": "", "sources": []}"#)),
      try write(
        "other",
        Program(
          manifest:
            #"{"name": "x", "version": "1", "summary": "", "sources": [{"usage": "x", "summary": ""}]}"#
        )),
      try write("plain", Program(), mode: 0o644),
      try write("public", Program(), mode: 0o777),
      try write("good", Program()),
    ]
    let run = try await CommandRun.run(BuiltProducts.path("HostileModule"), paths)
    let lines = run.output.split(separator: "\n").map {
      $0.replacingOccurrences(of: "photomirror-provider-", with: "")
        .replacingOccurrences(of: folder.path + "/", with: "")
    }
    #expect(
      lines == [
        #"first: refused: was stopped during "manifest": it exited with status 3"#,
        #"chatty: refused: was stopped during "manifest": it wrote a line that is not an answer"#,
        "liar: refused: has an invalid manifest: there are no sources",
        #"other: refused: calls itself "x", unlike its file"#,
        "plain: refused: is not executable; run 'chmod +x plain'",
        "public: refused: is writable by everybody; run 'chmod o-w public'",
        "good: fine", "good: fine",
      ], "\(run.errors)")
  }

  private func check(_ rows: [Row], _ options: [String] = []) async throws {
    var (paths, expected): ([String], [String]) = ([], [])
    for (name, attack, outcome) in rows {
      let name = name.replacing(" ", with: "-")
      paths.append(try write(name, Program(attack: attack)))
      let isFailure =
        outcome.hasPrefix(Self.stopped) || outcome.hasPrefix("it is")
        || outcome.hasPrefix("selector") || outcome.hasPrefix("the answer")
      let prefix = outcome.hasPrefix(Self.stopped) ? "the module of \(name) " : ""
      expected += [
        "\(name): \(isFailure ? "malformed: " : "")\(prefix)\(outcome)", "\(name): fine",
      ]
    }
    let run = try await CommandRun.run(BuiltProducts.path("HostileModule"), options + paths)
    let lines = run.output.split(separator: "\n").map {
      $0.replacingOccurrences(of: "photomirror-provider-", with: "")
    }
    #expect(run.exitCode == 0, "\(run.errors)")
    for (line, wanted) in zip(lines, expected) { #expect(line == wanted) }
    #expect(lines.count == expected.count, "\(run.output)")
  }

  private func write(_ name: String, _ program: Program, mode: Int = 0o755) throws -> String {
    let path = folder.appending("photomirror-provider-\(name)")
    try program.write(to: path, mode: mode)
    return path
  }

  private static func isDead(_ process: pid_t) -> Bool {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    return text.isEmpty || text.contains(") Z ")
  }
}
