import Testing

@testable import ProviderLoader

@Suite("What a provider's program may read")
struct ProgramFilesTests {
  @Test(
    "A program reads the folders of languages in /etc",
    arguments: ["python3", "python3.11", "perl", "ruby", "node", "lua5.4", "php8.2", "java17"])
  func languages(name: String) {
    #expect(ProgramFiles.isInterpreter(name))
  }

  @Test(
    "A program does not read the configuration of other programs whose names begin with a language's",
    arguments: [
      "phpmyadmin", "javascript-common", "nodejs-app", "perl-secrets", "pythonista", "luakit",
      "PHP",
    ])
  func programs(name: String) {
    #expect(!ProgramFiles.isInterpreter(name))
  }

  @Test("No file that a program may read is the user's or holds passwords")
  func readable() {
    let readable = ProgramFiles.readable(by: "/home/ada/bin/photomirror-provider-x")
    #expect(readable.contains("/home/ada/bin/photomirror-provider-x"))
    for path in ["/", "/etc", "/home", "/home/ada", "/root", "/etc/shadow", "/etc/phpmyadmin"] {
      #expect(!readable.contains(path))
    }
  }
}
