import MirrorCore

extension MemoryDestination {
  package func fingerprint(of path: String) async throws(StorageError) -> FileFingerprint? {
    let content = content
    return (content.files[path] ?? content.trash[path]?.file).map {
      FileFingerprint(byteCount: Int64($0.count), sha256: MemoryDigest.hex(of: $0))
    }
  }

  package func trashPlace(
    of path: String, label: String
  ) async throws(StorageError) -> String {
    let content = content
    var (place, number) = (".photomirror/trash/\(label)/\(path)", 1)
    while content.trash[place] != nil {
      number += 1
      place = ".photomirror/trash/\(label)/\(path)~\(number)"
    }
    return place
  }

  package func discard(
    _ files: StoredFiles, to place: String, record: [UInt8], isPictureOnly: Bool
  ) async throws(StorageError) {
    if let error = retiring.withLock(\.self) { throw error }
    change { state in
      var trashed = state.trash[place] ?? Trashed()
      trashed.record = record
      if !isPictureOnly {
        trashed.sidecar = state.sidecars.removeValue(forKey: files.path) ?? trashed.sidecar
        trashed.thumbnail = state.thumbnails.removeValue(forKey: files.stem) ?? trashed.thumbnail
      }
      trashed.file = state.files.removeValue(forKey: files.path) ?? trashed.file
      state.trash[place] = trashed
    }
  }

  package func recover(
    _ files: StoredFiles, from place: String
  ) async throws(StorageError) {
    if let error = retiring.withLock(\.self) { throw error }
    let isFree = content.files[files.path] == nil || content.trash[place]?.file == nil
    guard isFree else {
      throw StorageError(
        .directory("another file already exists at \(files.path)"), isOfEntry: true)
    }
    change { state in
      guard let trashed = state.trash.removeValue(forKey: place) else { return }
      if let sidecar = trashed.sidecar { state.sidecars[files.path] = sidecar }
      if let thumbnail = trashed.thumbnail { state.thumbnails[files.stem] = thumbnail }
      if let file = trashed.file { state.files[files.path] = file }
    }
  }

  package func purge(_ place: String) async throws(StorageError) {
    if let error = retiring.withLock(\.self) { throw error }
    change { $0.trash[place] = nil }
  }

  package func trash(
    after place: String?, limit: Int
  ) async throws(StorageError) -> [TrashItem] {
    content.trash.sorted { $0.key < $1.key }.filter { $0.key > place ?? "" }.prefix(limit).map {
      TrashItem(place: $0.key, record: $0.value.record)
    }
  }
}
