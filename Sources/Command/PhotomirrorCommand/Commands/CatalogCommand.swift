import Console
import MirrorCore
import Mirroring

/// `photomirror catalog copy FROM TO` and `catalog use ADDRESS`
struct CatalogCommand: Command {
  struct Options: CommandOptions {}

  static let name = CommandName.catalog
  static let text = CommandText(
    summary: "Move a mirror's catalog into a PostgreSQL database, or back",
    operands: ["copy|use", "FROM", "[TO]"],
    examples: [
      .init(
        "photomirror catalog copy sqlite:photos postgresql://me@db/photos",
        "from the mirror in ./photos into the database 'photos'"),
      .init(
        "photomirror catalog copy postgresql://me@db/photos sqlite:photos",
        "into its directory again; 'catalog use ADDRESS' takes that back"),
    ],
    exitStatuses: [.success, .usage, .directoryFailed, .interrupted],
    meanings: [
      .success: "the copy is equal to the original, row by row, and the mirror uses it"
    ])
  static let options: [Option<Options>] = []

  private static let prefix = "sqlite:"

  /// Nil: a catalog is used again.
  private let directory: String?
  private let server: String
  private let direction: CatalogMove.Direction

  var namesStore: Bool { directory != nil }
  var writableFolders: [String]? { directory.map { [$0] } ?? [] }

  init(_ operands: [String], _ options: Options) throws(UsageError) {
    guard operands[0] == "copy" else {
      guard operands.count == 2, CatalogServer.flaw(inAddress: operands[1]) == nil else {
        throw UsageError("'catalog use' takes one address: postgresql://USER@HOST/NAME")
      }
      (directory, server, direction) = (nil, operands[1], .toServer)
      return
    }
    guard operands.count == 3 else { throw UsageError("'catalog copy' needs FROM and TO") }
    let (from, to) = (operands[1], operands[2])
    let folders = [from, to].map { place in
      place.hasPrefix(Self.prefix) ? String(place.dropFirst(Self.prefix.count)) : nil
    }
    switch (folders[0], folders[1]) {
    case (let folder?, nil): (directory, server, direction) = (folder, to, .toServer)
    case (nil, let folder?): (directory, server, direction) = (folder, from, .toDirectory)
    default:
      throw UsageError(
        "one catalog is sqlite:DIRECTORY, the other postgresql://USER@HOST/NAME",
        hints: ["such as 'photomirror catalog copy sqlite:photos postgresql://me@db/photos'"])
    }
    guard directory?.isEmpty == false else {
      throw UsageError("'\(Self.prefix)' needs a DIRECTORY")
    }
  }

  func run(in context: CommandContext) async throws -> ExitStatus {
    guard let directory else { return try use() }
    return try await TaskFrame(context).run { frame in
      let move = CatalogMove(
        directory, try CatalogServer(server), direction, knownStores: context.store?.memory)
      let result = try await move.run { progress in
        frame.show(Self.text(progress))
        frame.reach { TaskEnd([Self.text(progress) + "; the catalog is unchanged"]) }
      }
      return TaskEnd(summary(result))
    }
  }

  private func use() throws -> ExitStatus {
    let place = try CatalogMove.use(try CatalogServer(server))
    let copy = place.map { "its copy is in \(TerminalText.line($0, limit: 2000))" }
    Output.error.write(lines: ["workers and runs use this catalog; \(copy ?? "they did before")"])
    return .success
  }

  private static func text(_ progress: CatalogMove.Progress) -> String {
    let verb = progress.isComparing ? "compared" : "copied"
    let total = Quantity.count(progress.total, of: "row")
    return "\(verb) \(Quantity.count(progress.rows)) of \(total)"
  }

  private func summary(_ result: CatalogMove.Result) -> [String] {
    let original = TerminalText.line(result.original, limit: 2000)
    let lines = [
      "copied \(Quantity.count(result.rows, of: "row")), and compared each",
      "the original stays in \(original); nothing uses it any more",
    ]
    guard direction == .toServer else {
      return lines + ["hint: workers and runs with its address are refused from now on"]
    }
    return lines + [
      "hint: give this address to later commands with --catalog or PHOTOMIRROR_CATALOG"
    ]
  }
}
