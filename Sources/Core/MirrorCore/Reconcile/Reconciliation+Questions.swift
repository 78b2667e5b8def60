/// Questions to the site about photos that it does not list.
extension Reconciliation {
  /// Whether the site does not have a photo, as far as it can be asked.
  func mayDelete(
    _ id: Int64, _ questions: inout Int, _ report: inout GoneReport
  ) async throws -> Bool {
    guard questions > 0 else {
      report.unchecked += presence == nil ? 0 : 1
      return presence == nil
    }
    questions -= 1
    let answer = try await ask(about: id)
    if answer == .unasked { return true }
    if answer == .unknown { report.unchecked += 1 } else { report.checked += 1 }
    return answer == .gone
  }

  func ask(about id: Int64) async throws -> Presence {
    guard let presence, let photo = try await trash.catalog.metadata(of: id) else {
      return .unasked
    }
    try Task.checkCancellation()
    let answer = await presence(photo)
    if answer == .there { try await catalog.noteFound([id]) }
    return answer
  }
}
