import Foundation
import Testing

/// A provider module in C, compiled by the test, like one from another author.
struct CModule {
  /// Members of the table, as C expressions.
  var version: String
  var size: String
  var function: String
  /// The result of the entry function, as a C expression.
  var table: String
  /// The name of the entry function.
  var symbol: String
  /// The answer to each method, with the status OK.
  var answers: [String: String]
  /// Statements of the function before the answers.
  var statements: String
  /// Headers to include besides.
  var headers: [String] = []
  /// Declarations before the function.
  var globals = ""

  init(
    version: String = "PHOTO_PROVIDER_ABI_VERSION", size: String = "sizeof(photo_provider_table)",
    function: String = "answer", table: String = "&table", symbol: String? = nil,
    answers: [String: String] = ["manifest": CModule.manifest()], statements: String = ""
  ) {
    self.version = version
    (self.size, self.function, self.table) = (size, function, table)
    self.symbol = symbol ?? "photo_provider_v1"
    (self.answers, self.statements) = (answers, statements)
  }

  /// The manifest of a provider called `name`, as JSON.
  static func manifest(name: String = "wild", sizes: String? = nil) -> String {
    """
    {"name":"\(name)","version":"1","summary":"wild","sources":[{"usage":"x","summary":"x"}]\
    \(sizes.map { ",\"sizes\":\($0)" } ?? "")}
    """
  }

  /// Compiles the module into a file.
  func build(at path: String) throws {
    let source = path + ".c"
    try text.write(toFile: source, atomically: true, encoding: .utf8)
    let compiler = try #require(
      ["/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"].first(
        where: FileManager.default.isExecutableFile(atPath:)),
      "there is no C compiler: cc, gcc or clang in /usr/bin")
    let root = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL.path
    let process = try Process.run(
      URL(filePath: compiler),
      arguments: [
        "-shared", "-fPIC", "-I\(root)/Sources/Provider/CProviderABI", "-o", path, source,
      ])
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(compiler) could not build \(source)")
  }

  private var text: String {
    """
    \(headers.map { "#include <\($0)>" }.joined(separator: "\n"))
    #include <string.h>
    #include "CProviderABI.h"
    static int32_t say(void *context, photo_provider_emit emit, const char *text) {
      // In two pieces, which the host must join.
      size_t half = strlen(text) / 2;
      emit(context, (const uint8_t *)text, half);
      emit(context, (const uint8_t *)text + half, strlen(text) - half);
      return PHOTO_PROVIDER_OK;
    }
    \(globals)
    static int32_t answer(void *state, const char *method, const uint8_t *bytes, size_t count,
                          void *context, photo_provider_emit emit) {
      \(statements)
      \(replies)
      return PHOTO_PROVIDER_UNSUPPORTED;
    }
    static const photo_provider_table table = {\(version), \(size), 0, \(function)};
    const photo_provider_table *\(symbol)(void) { return \(table); }
    """
  }

  private var replies: String {
    answers.map { method, answer in
      let literal = answer.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("\n", with: "\\n")
      return "if (!strcmp(method, \"\(method)\")) return say(context, emit, \"\(literal)\");"
    }.joined(separator: "\n  ")
  }
}
