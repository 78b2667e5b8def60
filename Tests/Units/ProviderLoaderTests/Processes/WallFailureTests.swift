import Foundation
import ModuleSupport
import TestSupport
import Testing

/// Strangers' code and the walls around it: what the program says is in force, or the code does not run.
@Suite("Walls that cannot be set")
struct WallFailureTests {
  /// Beside the tests, where others change nothing.
  private let folder: TemporaryDirectory
  private let secret: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory(in: BuiltModule.folder)
    secret = try TemporaryDirectory()
    try Data("secret".utf8).write(to: URL(filePath: secret.appending("key")))
    try module()
    try program()
  }

  private var modulePath: String { folder.appending("libWildProvider.so") }
  private var programPath: String { folder.appending("photomirror-provider-wilder") }

  /// A module that reads a file of the user while it is opened and afterwards, and says so.
  private func module() throws {
    var module = CModule(
      statements: """
        if (!strcmp(method, "claim")) {
            int later = open("\(secret.appending("key"))", O_RDONLY) >= 0;
            return say(context, emit, early || later ? "{\\"selector\\":\\"escaped\\"}" : "{\\"selector\\":\\"confined\\"}");
          }
        """)
    module.headers = ["fcntl.h"]
    module.globals = """
      static int early;
      __attribute__((constructor)) static void begin(void) { early = open("\(secret.appending("key"))", O_RDONLY) >= 0; }
      """
    try module.build(at: modulePath)
  }

  /// A program that does the same, and tries to start a connection.
  private func program() throws {
    var program = Program()
    program.beginning = """
      def reach():
          for action in (lambda: open("\(secret.appending("key"))"), lambda: socket.socket()):
              try:
                  action()
                  return "escaped"
              except OSError:
                  pass
          return "confined"
      """
    program.attack = "say(reach())"
    try program.write(to: programPath)
  }

  /// - Returns: What was said of the module and of the program, and which walls were said to be missing.
  private func run(
    _ wrapper: String?, _ error: Int32 = 0
  ) async throws -> (escapes: Int, confined: Int, missing: Int, output: String) {
    let tool = BuiltProducts.path("HostileModule")
    let run =
      if let wrapper {
        try await CommandRun.run(wrapper, ["\(error)", tool, modulePath, programPath])
      } else {
        try await CommandRun.run(tool, [modulePath, programPath])
      }
    let lines = run.output.split(separator: "\n")
    return (
      lines.count { $0.hasSuffix(": escaped") }, lines.count { $0.hasSuffix(": confined") },
      lines.count { $0.hasPrefix("missing: ") }, run.output + run.errors
    )
  }

  @Test("Strangers' code is confined where the kernel restricts it")
  func confined() async throws {
    let found = try await run(nil)
    // The program's second answer is that to a short address.
    #expect((found.escapes, found.confined, found.missing) == (0, 3, 0), "\(found.output)")
  }

  @Test(
    "No code runs with less than what is said, whichever call fails by which error",
    arguments: FailingCall.ofWalls)
  func failing(call: FailingCall) async throws {
    let wrapper = folder.appending("failing")
    try await call.build(at: wrapper)
    for error in FailingCall.errors {
      let found = try await run(wrapper, error)
      #expect(
        found.escapes == 0 || found.missing > 0, "errno \(error): \(found.output)")
    }
  }

  @Test("A wall that fails refuses the module and the program with the reason")
  func reasons() async throws {
    let wrapper = folder.appending("failing")
    try await FailingCall("446").build(at: wrapper)
    let found = try await run(wrapper, ENOMEM)
    let reason = "its access to files cannot be restricted (Cannot allocate memory)"
    #expect(found.output.contains("libWildProvider.so: refused: is not run: \(reason)"))
    #expect(found.output.contains("photomirror-provider-wilder: refused: "), "\(found.output)")
    #expect(found.output.split(separator: reason).count == 3, "\(found.output)")
  }

  @Test("A program makes and empties no file, with and without Landlock", arguments: [true, false])
  func files(hasLandlock: Bool) async throws {
    let (key, new) = (secret.appending("key"), secret.appending("new"))
    var program = Program()
    program.attack = """
      for flags in (os.O_WRONLY | os.O_TRUNC, os.O_RDONLY | os.O_TRUNC, os.O_RDWR | os.O_TRUNC):
          try: os.open("\(key)", flags)
          except OSError: pass
      for path, flags in (("\(new)", os.O_CREAT | os.O_WRONLY), ("\(new)", os.O_CREAT), ("\(secret.path)", os.O_TMPFILE | os.O_RDWR)):
          try: os.open(path, flags); say("made")
          except OSError: pass
      checks = (ctypes.c_uint64 * 3)(os.O_WRONLY | os.O_TRUNC, 0, 0)
      LIBC.syscall(437, -100, b"\(key)", checks, 24)
      try: os.truncate("\(key)", 0)
      except OSError: pass
      say("tried")
      """
    try program.write(to: programPath)
    let wrapper = folder.appending("failing")
    try await FailingCall(hasLandlock ? "466" : "444").build(at: wrapper)
    let run = try await CommandRun.run(
      wrapper, ["\(ENOSYS)", BuiltProducts.path("HostileModule"), programPath])
    #expect(run.output.contains("photomirror-provider-wilder: tried"), "\(run.output)")
    #expect(run.output.contains("missing: ") == !hasLandlock, "\(run.output)")
    #expect(try String(contentsOfFile: key, encoding: .utf8) == "secret")
    #expect(!FileManager.default.fileExists(atPath: new))
  }
}
