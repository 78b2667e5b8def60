import Console
import Mirroring
import ProviderLoader
import URLLists

/// `photomirror complete -- WORD…`: what the completions of shells ask for.
///
/// Each line has a word, and after a tab its help. A first line `:files` or `:directories` means that the shell
/// completes these itself, beside the words of the other lines.
struct CompleteCommand: Command {
  struct Options: CommandOptions {}

  static let name = CommandName.complete
  static let text = CommandText(
    summary: "Write the words that can follow on a command line, for shells",
    operands: ["WORD…"],
    examples: [
      .init("photomirror complete -- sync --pro", "--progress and its help"),
      .init("photomirror complete -- sync flickr:", "Flickr's feeds"),
    ],
    exitStatuses: [.success, .usage],
    isInternal: true)
  static let options: [Option<Options>] = []
  static let startsThreads = false

  let words: [String]

  var opensModules: Bool { true }

  init(_ operands: [String], _ options: Options) { words = operands }

  func run(in context: CommandContext) -> ExitStatus {
    let configured = (try? UserConfiguration.open(in: context.environment))?.mirrors ?? []
    let completion = Completion(
      sources: {
        ProviderLoader(providerPath: [], environment: context.environment).load().providers
          .map { ProviderSources($0.manifest) } + [ProviderSources(URLListProvider().manifest)]
      },
      mirrors: { configured.map(\.name) },
      names: { kind, mirror, beginning in
        let directory = configured.first { $0.name == mirror }?.directory ?? mirror
        let names = NameLookup(of: Mirror(directory))
        switch kind {
        case .photo: return (try? names.photos(beginning: beginning)) ?? []
        case .album: return (try? names.albums(beginning: beginning)) ?? []
        }
      })
    switch completion.result(for: words) {
    case .files: Output.standard.write(lines: [":files"])
    case .directories(let candidates):
      Output.standard.write(lines: [":directories"] + candidates.map(\.line))
    case .words(let candidates): Output.standard.write(lines: candidates.map(\.line))
    }
    return .success
  }
}

extension Completion.Candidate {
  fileprivate var line: String {
    TerminalText.line(word) + (help.isEmpty ? "" : "\t\(TerminalText.line(help))")
  }
}
