/// The set-aside folder: `.photomirror/set-aside/PATH`, with `~2` and so on at the end of a name that was taken.
extension MirrorFiles {
  package func setAside(_ path: String) async throws(StorageError) -> String? {
    guard try await place.facts(of: [path], .listed).contains(where: { $0 != nil }) else {
      return nil
    }
    return try await setAside(path, as: path)
  }

  /// - Parameter name: What its new name is made of.
  /// - Returns: The new path; nil if nothing has the name.
  func setAside(_ path: String, as name: String) async throws(StorageError) -> String? {
    let target = "\(MirrorNames.setAside)/\(name)"
    var (free, number) = (target, 1)
    while true {
      var move = PlaceMove(path, to: free, ifMissing: .skip, ifTaken: .skip)
      // Of two damaged files of one photo both are kept.
      move.isRepeatable = false
      let outcome = try await apply([.move(move)]).first
      guard outcome == .taken else { return outcome == .missing ? nil : free }
      number += 1
      free = "\(target)~\(number)"
    }
  }

  package func forEachAside(_ body: ([AsideFile]) async throws -> Void) async throws {
    try await place.list(PlaceList(below: MirrorNames.setAside)) { files in
      try await body(
        files.map {
          AsideFile(
            path: $0.path, byteCount: $0.facts.byteCount,
            since: $0.facts.changedAt ?? $0.facts.modifiedAt ?? 0)
        })
      return true
    }
  }

  package func move(_ path: String, to other: String) async throws(StorageError) {
    try await apply([.move(PlaceMove(path, to: other))])
  }

  package func removeAside(_ path: String) async throws(StorageError) {
    guard AsideFile(path: path, byteCount: 0, since: 0).original != nil else {
      throw StorageError(.directory("\(path) is not set aside"), isOfEntry: true)
    }
    try await remove(path)
  }
}
