/// The trash: `.photomirror/trash/LABEL/PATH`, with the photo's record, sidecars and thumbnail beside it.
extension MirrorFiles {
  /// Files of one list.
  private static let part = 1000

  /// A free path in the trash for a photo's file.
  /// - Parameter label: The name of a folder in the trash, such as a date.
  package func trashPlace(
    of path: String, label: String
  ) async throws(StorageError) -> String {
    let target = TrashNames.place(of: path, label: label)
    var (free, number) = (target, 1)
    // What cannot be looked at is refused when the photo is moved there.
    while try await place.facts(of: TrashNames(of: free).all, .listed)
      .contains(where: { $0 != nil && $0?.kind != .unknown })
    {
      number += 1
      free = "\(target)~\(number)"
    }
    return free
  }

  /// Moves a photo's files to the trash, durably: its record first, its own file last. Call it again to finish
  /// what a kill interrupted; it also succeeds if the files are there already.
  /// - Parameters:
  ///   - place: Where the photo's file goes, from ``trashPlace(of:label:)``; its companions go beside it.
  ///   - record: What is known of the photo, for the case that the catalog is lost.
  ///   - isPictureOnly: Whether its companions stay, because a new version takes its path.
  package func discard(
    _ files: StoredFiles, to place: String, record: [UInt8], isPictureOnly: Bool = false
  ) async throws(StorageError) {
    try checkPlace(place)
    let names = TrashNames(of: place)
    let companions = isPictureOnly ? [] : names.companions(of: files)
    try await apply(
      [.write(PlaceWrite(names.record, .bytes(record), .replace))]
        + companions.map { .move(PlaceMove($0.path, to: $0.trashed, ifMissing: .skip)) }
        + [.move(PlaceMove(files.path, to: names.picture))])
  }

  /// Moves a photo's files back from the trash, durably: its own file last but for the record. Call it again to
  /// finish what a kill interrupted; it also succeeds if the files are back already. Existing files are not
  /// replaced: a companion then stays in the trash; if it is the photo's own file, the call fails.
  package func recover(_ files: StoredFiles, from place: String) async throws(StorageError) {
    try checkPlace(place)
    let names = TrashNames(of: place)
    let pictures = [names.picture, files.path]
    if try await self.place.facts(of: pictures, .listed).allSatisfy({
      $0 != nil && $0?.kind != .unknown
    }) {
      throw StorageError(
        .directory("another file already exists at \(files.path)"), isOfEntry: true)
    }
    let companions = names.companions(of: files)
    let outcomes = try await apply(
      companions.map {
        var move = PlaceMove($0.trashed, to: $0.path, ifMissing: .skip, ifTaken: .skip)
        move.isRepeatable = false
        return .move(move)
      })
    for (companion, outcome) in zip(companions, outcomes) where outcome == .taken {
      _ = try await setAside(companion.trashed, as: companion.path)
    }
    try await apply([
      .move(PlaceMove(names.picture, to: files.path)), .remove(names.record),
    ])
  }

  /// Deletes a photo's files from the trash, its record last.
  package func purge(_ place: String) async throws(StorageError) {
    try checkPlace(place)
    try await apply(TrashNames(of: place).all.map { .remove($0) })
  }

  /// What is in the trash, in the order of the places.
  package func trash(batch: Int) -> Batches<TrashItem, String?> {
    Batches(after: nil, by: \.place) { try await trash(after: $0, limit: batch) }
  }

  /// What is in the trash, in the order of the places.
  /// - Parameter after: The place of the last item of the previous batch; nil for the first batch.
  package func trash(
    after place: String?, limit: Int
  ) async throws(StorageError) -> [TrashItem] {
    var (records, last) = ([PlaceFile](), place.map { TrashNames(of: $0).record })
    while records.count < limit {
      let list = PlaceList(below: TrashNames.root, after: last)
      let files = try await listed(list, limit: Self.part)
      records += files.filter { $0.path.hasSuffix(TrashNames.recordExtension) }
      guard files.count == Self.part else { break }
      last = files.last?.path
    }
    var items: [TrashItem] = []
    for record in records.prefix(limit) { items.append(try await item(of: record)) }
    return items
  }

  /// With an empty record if there is none that this program wrote, or if a disk does not give it.
  private func item(of record: PlaceFile) async throws(StorageError) -> TrashItem {
    let photo = String(record.path.dropLast(TrashNames.recordExtension.count))
    let isRecord =
      record.facts.kind == .file && record.facts.byteCount <= Int64(TrashItem.longestRecord)
    guard isRecord else { return TrashItem(place: photo, record: []) }
    do throws(StorageError) {
      let bytes = try await read(record.path, limit: TrashItem.longestRecord)
      return TrashItem(place: photo, record: bytes ?? [])
    } catch {
      guard error.isOfEntry else { throw error }
      return TrashItem(place: photo, record: [])
    }
  }

  private func checkPlace(_ place: String) throws(StorageError) {
    guard TrashNames.isPlace(place) else {
      throw StorageError(.directory("\(place) is no place in the trash"), isOfEntry: true)
    }
  }
}
