import Foundation
import ModuleSupport
import TestSupport
import Testing

@Suite("The page about providers that are programs")
struct ProgramPageTests {
  /// Answers as the page does, in its order, and fails at a question that is not on the page.
  private static let replayer = """
    #!/usr/bin/python3
    import json, os, sys
    lines = [json.loads(line) for line in open(os.path.dirname(sys.argv[0]) + "/page.md")
             if line.startswith('{"id"')]
    questions = [line for line in lines if "method" in line]
    answers = [line for line in lines if "method" not in line]
    asked = {}
    for line in sys.stdin:
        message = json.loads(line)
        number = message.pop("id")
        same = [q["id"] for q in questions
                if (q["method"], q["question"]) == (message["method"], message["question"])]
        if not same:
            print("not on the page: " + line, file=sys.stderr)
            sys.exit(1)
        asked[same[0]] = number
        while answers and answers[0]["id"] in asked:
            answer = answers.pop(0)
            print(json.dumps({**answer, "id": asked[answer["id"]]}), flush=True)
    """

  @Test("Each message of the page is what the host asks and a program answers")
  func replay() async throws {
    let folder = try TemporaryDirectory(in: BuiltModule.folder)
    let root = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL.path
    let page = "\(root)/Sources/Provider/ProviderKit/ProviderKit.docc/Programs.md"
    try FileManager.default.copyItem(atPath: page, toPath: folder.appending("page.md"))
    let program = folder.appending("photomirror-provider-example")
    try ExecutableFile.write(Self.replayer, to: program)
    let run = try await CommandRun.run(
      BuiltProducts.path("HostileModule"), ["--replay", page, program])
    #expect(run.output == "20 questions\n", "\(run.errors)")
  }
}
