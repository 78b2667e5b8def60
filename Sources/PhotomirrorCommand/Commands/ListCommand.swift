import Console
import Locking
import MirrorCore
import Mirroring

/// `photomirror list SOURCE`: a table on a terminal, JSON lines otherwise.
struct ListCommand {
  private struct Shown {
    var photos = 0
    var refused = 0
    var skipped = SkippedNotes()
  }

  private let arguments: ListArguments
  private let environment: [String: String]
  private let output = Output.standard
  private let shown = Locked(Shown())

  init(_ arguments: ListArguments, environment: [String: String]) {
    self.arguments = arguments
    self.environment = environment
  }

  func run() async throws -> ExitStatus {
    let source = try ChosenSource(
      arguments.source, providerPath: arguments.providerPath, settings: arguments.settings,
      environment: environment)
    var configuration = source.configuration(directory: "")
    configuration.limit = arguments.limit
    configuration.apply(arguments.network)
    configuration.whenStuck = { Message.end(.sourceFailed, $0) }
    let listing = PhotoListing(configuration, delegate: NotePrinter(.error))
    let terminal = Terminal(output, environment: environment)
    let isTable = terminal.isTerminal && !arguments.isJSON
    do {
      try await StopSignals.run {
        try await isTable
          ? printTable(listing, width: terminal.size.columns) : printLines(listing)
      } lastWords: {
        interrupted()
      }
      let shown = shown.withLock(\.self)
      Output.error.write(lines: shown.skipped.lines)
      return shown.refused == 0 ? .success : .somePhotosFailed
    } catch let error as MirrorError {
      throw CommandFailure(error)
    } catch is CancellationError {
      Output.error.write(lines: interrupted())
      return .interrupted
    } catch is ReaderLeft {
      return .success
    }
  }

  /// The listing ends when nobody reads it any more.
  private struct ReaderLeft: Error {}

  private func printLines(_ listing: PhotoListing) async throws {
    try await listing.read { part in
      for photo in part.photos {
        guard !output.isClosed else { throw ReaderLeft() }
        try Task.checkCancellation()
        output.write(lines: [JSONObject(photo).line])
        shown.withLock { $0.photos += 1 }
      }
      note(part)
    }
  }

  /// Where it is interrupted, with what came until then.
  private func printTable(_ listing: PhotoListing, width: Int) async throws {
    var table = Table([
      .init("ID"), .init("TAKEN"), .init("OWNER", isFlexible: true), .init("LARGEST"),
      .init("TITLE", isFlexible: true),
    ])
    let result: Result<Void, any Error>
    do {
      try await listing.read { part in
        for photo in part.photos { table.add(photo.cells) }
        shown.withLock { $0.photos += part.photos.count }
        note(part)
      }
      result = .success(())
    } catch is CancellationError {
      result = .failure(CancellationError())
    }
    output.write(lines: table.lines(width: width))
    try result.get()
  }

  private func interrupted() -> [String] {
    ["listed \(Quantity.count(shown.withLock(\.photos), of: "photo"))", "interrupted"]
  }

  private func note(_ part: PhotoListing.Part) {
    for entry in part.refused { Message(.warning, entry).write() }
    shown.withLock {
      $0.refused += part.refused.count
      $0.skipped.note(part.skipped)
    }
  }
}
