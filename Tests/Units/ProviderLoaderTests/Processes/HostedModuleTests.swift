import Foundation
import ModuleSupport
import TestSupport
import Testing

@Suite("Modules in processes of their own")
struct HostedModuleTests {
  private static let denied = "errno \(EPERM)"
  private static let stopped = #"malformed: the module of wild was stopped during "claim": "#

  /// C statements of a module's call, or of its initializer, and what they achieve. Attempts set `result`, or
  /// `said`.
  private static let attacks: [(name: String, statements: String, outcome: String)] = [
    ("open", #"result = open("/etc/passwd", O_RDONLY);"#, denied),
    ("create", #"result = open("/tmp/photomirror-module", O_CREAT | O_WRONLY, 0600);"#, denied),
    ("connect", "result = socket(AF_INET, SOCK_STREAM, 0);", denied),
    ("fork", "result = fork();", denied),
    ("exec", #"result = execl("/bin/true", "true", (char *)0);"#, denied),
    ("kill", "result = kill(getppid(), SIGSTOP);", denied),
    (
      "thread", "pthread_t thread; errno = pthread_create(&thread, 0, 0, 0); result = -1;", denied
    ),
    (
      "code",
      "result = mmap(0, 4096, PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0;",
      denied
    ),
    (
      "environment", #"said = getenv("PATH") ? "an environment" : "no environment";"#,
      "no environment"
    ),
    (
      "memory", "result = malloc((size_t)8 << 30) ? 0 : -1;", "errno \(ENOMEM)"
    ),
    ("loop", "for (volatile long i = 0; ; i++);", stopped + "it exceeded the limit of CPU time"),
    ("crash", "*(volatile int *)8 = 1;", stopped + "Segmentation fault"),
    ("exit", "_exit(7);", stopped + "it exited with status 7"),
    ("garbage", "memset(text, 0xFF, 64); write(3, text, 64);", stopped + "invalid message"),
    (
      "descriptors",
      """
      long head[] = {16, 0, 0, 5000}; write(3, head, sizeof head);
      union { struct cmsghdr header; char bytes[CMSG_SPACE(2 * sizeof(int))]; } control;
      char byte = 'x'; struct iovec part = {&byte, 1};
      struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
      for (int i = 0; i < 2000; i++) {
        message.msg_control = control.bytes; message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET; header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(2 * sizeof(int));
        memcpy(CMSG_DATA(header), (int[]){3, 3}, 2 * sizeof(int));
        sendmsg(3, &message, 0);
      }
      _exit(7);
      """, stopped + "it exited with status 7"
    ),
    ("flood", "long most = 0x7FFFFFFFFFFFFFFF; write(3, &most, 8);", stopped + "invalid message"),
  ]

  private static let initializers: [(name: String, statements: String, outcome: String)] = [
    ("read early", #"result = open("/etc/passwd", O_RDONLY);"#, "errno \(EACCES)"),
    ("look early", #"result = open("/proc/self/environ", O_RDONLY);"#, "errno \(EACCES)"),
    (
      "write early", #"result = open("/tmp/photomirror-module", O_CREAT | O_WRONLY, 0600);"#, denied
    ),
    ("connect early", "result = socket(AF_INET, SOCK_STREAM, 0);", denied),
    ("fork early", "result = fork();", denied),
    ("environment early", #"said = getenv("PATH") ? "an environment" : "none";"#, "none"),
  ]

  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory(in: BuiltModule.folder) }

  @Test("A hostile module achieves nothing, costs its call alone, and is opened again")
  func attacks() async throws {
    var (paths, expected): ([String], [String]) = ([], [])
    for (name, statements, outcome) in Self.attacks {
      let attack = "if (!strcmp(method, \"claim\") && count > 50) { \(Self.reporting(statements)) }"
      paths.append(try build(name, CModule(answers: Self.answers, statements: attack)))
      expected += ["\(name): \(outcome)", "\(name): fine"]
    }
    for (name, statements, outcome) in Self.initializers {
      var module = CModule(
        answers: Self.answers,
        statements: """
          if (!strcmp(method, "claim") && count > 50) {
              char text[200];
              snprintf(text, sizeof text, "{\\"selector\\":\\"%s\\"}", report);
              return say(context, emit, text);
            }
          """)
      module.globals = """
        static char report[100];
        __attribute__((constructor)) static void begin(void) {
          long result = 0; const char *said = 0;
          \(statements)
          if (said) snprintf(report, sizeof report, "%s", said);
          else snprintf(report, sizeof report, result < 0 ? "errno %d" : "succeeded", errno);
        }
        """
      paths.append(try build(name, module))
      expected += ["\(name): \(outcome)", "\(name): fine"]
    }
    let run = try await CommandRun.run(BuiltProducts.path("HostileModule"), paths)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.split(separator: "\n").map(String.init) == expected)
    #expect(!FileManager.default.fileExists(atPath: "/tmp/photomirror-module"))
  }

  @Test("A module whose initializer ends its process is refused, and the others are opened")
  func initializers() async throws {
    var paths: [String] = []
    for (name, statement) in [("exit", "_exit(3);"), ("loop", "for (volatile long i = 0; ; i++);")]
    {
      var module = CModule(answers: Self.answers)
      module.globals = "__attribute__((constructor)) static void begin(void) { \(statement) }"
      paths.append(try build(name, module))
    }
    paths.append(try build("good", CModule(answers: Self.answers)))
    let run = try await CommandRun.run(BuiltProducts.path("HostileModule"), paths)
    #expect(
      run.output == """
        exit: refused: was stopped while it was opened: it exited with status 3
        loop: refused: was stopped while it was opened: it exceeded the limit of CPU time
        good: fine
        good: fine

        """, "\(run.errors)")
  }

  @Test("A truncated module ends its process alone, and is refused")
  func truncated() async throws {
    let whole = try Data(contentsOf: URL(filePath: BuiltModule.folder + "/libFlickrProvider.so"))
    let lengths = [100, 4096, 20_000, 100_000]
    let paths = try lengths.map { length in
      let path = folder.appending("lib\(length)Provider.so")
      try whole.prefix(length).write(to: URL(filePath: path))
      return path
    }
    let good = try build("good", CModule(answers: Self.answers))
    let run = try await CommandRun.run(BuiltProducts.path("HostileModule"), paths + [good])
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.suffix(2) == ["good: fine", "good: fine"], "\(run.errors)")
    #expect(lines.count == lengths.count + 2, "\(lines)")
    for (line, length) in zip(lines, lengths) {
      let reason =
        length == 100 ? "cannot be opened: " : "was stopped while it was opened: Bus error"
      #expect(line.contains("refused: \(reason)"), "\(length): \(line)")
    }
  }

  @Test("The modules of the build answer in processes as in this one")
  func ours() async throws {
    let modules = ["Flickr", "WebFeed", "JSONFeed", "Mastodon"].map {
      "\(BuiltModule.folder)/lib\($0)Provider.so"
    }
    let run = try await CommandRun.run(BuiltProducts.path("HostileModule"), modules)
    let lines = run.output.split(separator: "\n")
    #expect(
      run.exitCode == 0 && lines.count == 8 && lines.allSatisfy { $0.hasSuffix(": nothing") },
      "\(run.output) \(run.errors)")
  }

  private static let answers = [
    "manifest": CModule.manifest(), "claim": #"{"selector":"fine"}"#,
  ]

  /// Statements that answer with what others achieved.
  private static func reporting(_ statements: String) -> String {
    """
    char text[200]; long result = 0; const char *said = 0;
    \(statements)
    char found[100];
    if (said) snprintf(found, sizeof found, "%s", said);
    else snprintf(found, sizeof found, result < 0 ? "errno %d" : "succeeded", errno);
    snprintf(text, sizeof text, "{\\"selector\\":\\"%s\\"}", found);
    return say(context, emit, text);
    """
  }

  private func build(_ name: String, _ module: CModule) throws -> String {
    var module = module
    module.headers = [
      "errno.h", "fcntl.h", "pthread.h", "signal.h", "stdio.h", "stdlib.h", "sys/mman.h",
      "sys/socket.h", "unistd.h",
    ]
    let path = folder.appending(name)
    try module.build(at: path)
    return path
  }
}
