/// The set-aside folder: `.photomirror/set-aside/PATH`, with `~2` and so on at the end of a name that was taken.
extension MirrorFiles {
  /// Moves what has a name to the set-aside folder, durably: a broken file, or something that is no file.
  /// - Returns: Its new path, relative to the mirror; nil if nothing has the name.
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

  /// Passes the files in the set-aside folder to `body`, part by part in the order of their paths. `body` may move and
  /// delete them.
  /// - Throws: ``StorageError``, the errors of `body`, or `CancellationError`.
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

  /// Gives a stored file another name, durably. Call it again to finish what a kill interrupted; it also succeeds if the
  /// file has the name already.
  /// - Throws: ``StorageError`` with `isOfEntry` if another file has the name, or if there is no such file.
  package func move(_ path: String, to other: String) async throws(StorageError) {
    try await apply([.move(PlaceMove(path, to: other))])
  }

  /// Deletes a file of the set-aside folder; succeeds if there is none.
  package func removeAside(_ path: String) async throws(StorageError) {
    guard AsideFile(path: path, byteCount: 0, since: 0).original != nil else {
      throw StorageError(.directory("\(path) is not set aside"), isOfEntry: true)
    }
    try await remove(path)
  }
}
