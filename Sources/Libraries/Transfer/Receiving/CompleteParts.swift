/// Parts that were complete before their state was written.
///
/// A run that ends stores no more of them, and without a state the next run would download them again:
/// with a limit of bytes for each run, most of what it fetched. Belongs to the engine's thread.
final class CompleteParts {
  private struct Part {
    let state: ResumeState
    let byteCount: Int64
  }

  private var parts: [String: Part] = [:]
  /// How many are recorded before those that were stored meanwhile are dropped.
  private var limit = 64

  /// Records a complete part.
  func add(_ path: String, _ state: ResumeState, byteCount: Int64) {
    parts[path] = Part(state: state, byteCount: byteCount)
    guard parts.count >= limit else { return }
    parts = parts.filter(isThere)
    limit = max(64, 2 * parts.count)
  }

  /// Forgets a part: another download into it begins.
  func remove(_ path: String) { parts[path] = nil }

  /// Writes the states of the parts that are still there.
  func writeStates() {
    // A part whose state cannot be written is downloaded again.
    for (path, part) in parts.filter(isThere) { _ = try? part.state.write(besidePart: path) }
    parts = [:]
  }

  private func isThere(_ path: String, _ part: Part) -> Bool {
    PartFile.size(at: path) == part.byteCount
  }
}
