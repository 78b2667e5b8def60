import Foundation
import TestSupport
import Testing

@testable import ProviderLoader

@Suite("The interpreter of a provider's program")
struct ScriptInterpreterTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func interpreter(_ text: String) throws -> ScriptInterpreter? {
    let path = folder.appending("photomirror-provider-x")
    try Data(text.utf8).write(to: URL(filePath: path))
    return ScriptInterpreter(ofFileAt: path)
  }

  @Test(
    "The first line names it",
    arguments: [
      ("#!/bin/sh\n", "/bin/sh"), ("#! /opt/x/python3 -u\nimport os", "/opt/x/python3"),
      ("#!/usr/bin/env python3\n", "python3"), ("#!/usr/bin/env -S A=1 node --x\n", "node"),
      ("#!/usr/bin/perl", "/usr/bin/perl"),
    ])
  func named(text: String, name: String) throws {
    #expect(try interpreter(text)?.name == name)
  }

  @Test(
    "A file that is no script has none",
    arguments: ["", "#", "#!", "#! \n", "\u{7F}ELF", "#!/usr/bin/env\n", "#!/usr/bin/env -i\n"])
  func none(text: String) throws {
    #expect(try interpreter(text) == nil)
  }

  @Test("It is looked for where the program's PATH leads")
  func installed() throws {
    for line in ["#!/usr/bin/env sh\n", "#!/bin/sh\n"] {
      let interpreter = try #require(try interpreter(line))
      #expect(interpreter.problem == nil)
    }
    #expect(
      try interpreter("#!/usr/bin/env no-such-program\n")?.problem
        == "needs no-such-program, which is not in /usr/local/bin, /usr/bin, /bin")
    #expect(
      try interpreter("#!/no/such/program\n")?.problem
        == "needs /no/such/program, which is not installed")
  }
}
