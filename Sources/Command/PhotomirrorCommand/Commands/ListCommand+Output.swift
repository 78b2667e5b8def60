import Console
import MirrorCore
import Mirroring
import ProviderKit

extension ListCommand {
  /// The sources of an account, as they arrive, or in a table.
  func printSources(
    _ account: SiteAccount, of provider: String, isTable: Bool, width: Int
  ) async throws {
    var table = Table([
      .init("SOURCE"), .init("KIND"), .init("PHOTOS", isRight: true),
      .init("TITLE", isFlexible: true),
    ])
    try await account.sources { listed in
      guard !output.isClosed else { throw ReaderLeft() }
      for source in listed {
        let name = "\(provider):\(source.selector)"
        guard !isTable else {
          table.add([
            name, source.kind, source.count.map { Quantity.count($0) } ?? "", source.title,
          ])
          continue
        }
        output.write(lines: options.json.lines(Self.sourceKeys.object((name, source))))
      }
    }
    if isTable { output.write(lines: table.lines(width: width)) }
  }

  func printLines(_ listing: PhotoListing) async throws {
    try await listing.read { part in
      for photo in part.photos {
        guard !output.isClosed else { throw ReaderLeft() }
        try Task.checkCancellation()
        output.write(lines: options.json.lines(Photo.keys.object(photo)))
        shown.withLock { $0.photos += 1 }
      }
      note(part)
    }
  }

  func printUnits(_ listing: UnitListing) async throws {
    try await listing.read { part in
      guard !output.isClosed else { throw ReaderLeft() }
      try Task.checkCancellation()
      output.write(lines: part.lines)
      for entry in part.refused { Message(.warning, entry).write() }
      shown.withLock {
        $0.photos += part.lines.count
        $0.refused += part.refused.count
        $0.skipped.note(part.skipped)
      }
    }
  }

  /// If interrupted, with the photos until then.
  func printTable(_ listing: PhotoListing, width: Int) async throws {
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

  private func note(_ part: PhotoListing.Part) {
    for entry in part.refused { Message(.warning, entry).write() }
    shown.withLock {
      $0.refused += part.refused.count
      $0.skipped.note(part.skipped)
    }
  }
}
