import ProviderKit

/// A file that is stored already, with the units that name it.
struct KnownFile: Sendable {
  let path: String
  let units: [NumberedUnit]
}

extension UnitWalk {
  /// A repeated part gives the same columns as the first attempt: what the store tells of the file, or what the file
  /// itself shows, which proves it once more. A file that is damaged, or that cannot be read, costs its units only.
  func noteKnown(_ file: KnownFile) async {
    let outcome: UnitResult.Outcome
    do {
      outcome = .known(StoredUnit(path: file.path, try await marks(of: file.path)))
    } catch let failure as PhotoFailure {
      // Another attempt finds the same file.
      outcome = failed("the stored file is damaged: \(failure.reason)")
    } catch {
      outcome = failed(MirrorError(readingSource: error).message)
    }
    for unit in file.units { tell(unit.result(outcome)) }
  }

  private func marks(of path: String) async throws -> FileMarks {
    if let marks = try await destination.marks(of: path) { return marks }
    let inspector = FileInspection(media: media, thumbnail: nil)
    return FileMarks(try await destination.inspection(of: path, by: inspector))
  }

  private func failed(_ reason: String) -> UnitResult.Outcome {
    .failed(stage: FailureFacts.Stage.inspect.rawValue, reason: reason, willRetry: false)
  }
}
