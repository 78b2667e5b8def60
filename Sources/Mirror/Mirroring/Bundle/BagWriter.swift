import Catalog
import Digests
import Foundation
import LocalFiles
import MirrorCore

/// Writes one bag.
struct BagWriter: Sendable {
  private static let batchSize = 100
  private static let declaration = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"

  let bundle: MirrorBundle
  let folder: BagFolder
  let open: OpenMirror
  let store: OpenedStore
  let algorithms: [DigestAlgorithm]
  let sidecars: SidecarChoice
  private let info: BagInfo
  private let group: BagGroup
  /// The index of the bag in the group.
  private let place: Int

  /// A file of `data`.
  struct Entry: Sendable {
    let name: String
    let byteCount: Int64
    let digests: [String]
  }

  /// - Throws: ``MirrorError`` if the profile asks for something else, or if the folder cannot be made.
  init(
    _ bundle: MirrorBundle, at path: String, _ group: BagGroup, _ place: Int, _ open: OpenMirror,
    _ store: OpenedStore
  ) async throws {
    (self.bundle, self.open, self.store) = (bundle, open, store)
    (self.group, self.place) = (group, place)
    algorithms = bundle.options.digests.compactMap(DigestAlgorithm.init)
    sidecars = try await open.perform { try MirrorSettings.sidecars(recordedIn: $0) }
    var info = bundle.options.info
    info.complete("Bagging-Date", Date.now.formatted(.iso8601.year().month().day()))
    info.complete("Bag-Software-Agent", "photomirror \(MirrorOptions.version)")
    if let identifier = bundle.options.profile?.identifier {
      info.complete("BagIt-Profile-Identifier", identifier)
    }
    if bundle.options.maximumBytes != nil {
      info.complete("Bag-Group-Identifier", URL(filePath: bundle.path).lastPathComponent)
      info.entries.append(BagInfo.Entry("Bag-Count", "\(place + 1) of \(group.bags.count)"))
    }
    self.info = info
    try Self.check(info, bundle.options)
    folder = try await open.disk.run { () throws(MirrorError) in
      if place == 0 { try group.begin(in: bundle.path) }
      return try BagFolder(path, isTar: bundle.options.isTar)
    }
  }

  private static func check(_ info: BagInfo, _ options: MirrorBundle.Options) throws(MirrorError) {
    var complete = info
    complete.complete("Payload-Oxum", "0.0")
    complete.complete("Bag-Size", "0 B")
    let problems = options.profile?.problems(
      complete, digests: options.digests, files: tagFiles, isTar: options.isTar)
    guard let problems, !problems.isEmpty else { return }
    throw .directory("the profile refuses the bag: \(problems.joined(separator: "; "))")
  }

  private static let tagFiles = ["bagit.txt", "bag-info.txt"]

  func write(
    _ photos: [Int64], _ totals: inout MirrorBundle.Totals, _ tell: (MirrorBundle.Step) -> Void
  ) async throws {
    let before = totals
    try await blocking { folder throws(StorageError) in
      // Also those of digests that an interrupted call was asked for.
      let lists = DigestAlgorithm.allCases.flatMap { algorithm in
        ["manifest", "tagmanifest"].map { "\($0)-\(algorithm.rawValue).txt" }
      }
      for name in lists + documents.map(\.name) { folder.remove(name) }
      for document in documents { try folder.append(document.head, to: document.name) }
    }
    var (kept, bundled): (Set<UInt64>, Set<Int64>) = ([], [])
    for start in stride(from: 0, to: photos.count, by: Self.batchSize) {
      try Task.checkCancellation()
      let rows = Array(photos[start..<min(start + Self.batchSize, photos.count)])
      let whole = try await write(batch: rows, &kept, &totals, tell)
      if bundle.options.hasGallery { bundled.formUnion(whole) }
      tell(.progress(totals))
    }
    if bundle.options.hasGallery { try await writeGallery(of: bundled, &kept, &totals) }
    try await finish(&kept, since: before, &totals)
    tell(.progress(totals))
  }

  /// - Returns: The photos that the bag has.
  private func write(
    batch rows: [Int64], _ kept: inout Set<UInt64>, _ totals: inout MirrorBundle.Totals,
    _ tell: (MirrorBundle.Step) -> Void
  ) async throws -> [Int64] {
    let photos = try await open.perform { try $0.exported(photos: rows) }
    let accepted = Dictionary(
      try await open.perform { try $0.expected(rows) }.map { ($0.file.id, $0.accepted?.sha256) }
    ) { first, _ in first }
    var (entries, listed, whole) = ([Entry](), [ExportedPhoto](), [Int64]())
    try await open.disk.forEachOrdered(of: photos) { row, photo in
      (row, photo, await self.put(photo, accepted: accepted[row] ?? nil))
    } _: { row, photo, result in
      switch result {
      case .success(let files):
        entries += files
        var listing = photo
        listing.path = PackageName.of(photo.path)
        listed.append(listing)
        whole.append(row)
        totals.bundled += 1
      case .failure(let error):
        guard error.isOfEntry else { throw error }
        totals.leftOut += 1
        tell(.leftOut(path: photo.path, reason: error.error.message))
      }
    }
    try Task.checkCancellation()
    for entry in entries { kept.insert(folder.names.key(entry.name)) }
    try await record(entries, &totals)
    try await blocking { [listed] folder throws(StorageError) in
      for document in documents {
        try folder.append(listed.flatMap(document.lines), to: document.name)
      }
    }
    return whole
  }

  func record(
    _ entries: [Entry], _ totals: inout MirrorBundle.Totals
  ) async throws {
    totals.files += entries.count
    totals.byteCount = entries.reduce(totals.byteCount) { $0.addingClamped($1.byteCount) }
    try await blocking { folder throws(StorageError) in
      for (index, manifest) in manifests.enumerated() {
        try folder.append(
          entries.map { "\($0.digests[index])  \(Self.escaped($0.name))" }, to: manifest)
      }
    }
  }

  private func finish(
    _ kept: inout Set<UInt64>, since before: MirrorBundle.Totals,
    _ totals: inout MirrorBundle.Totals
  ) async throws {
    let lists = try await blocking { folder throws(StorageError) in
      var entries: [Entry] = []
      for document in documents {
        try folder.append(document.foot, to: document.name)
        entries.append(
          Entry(
            name: document.name, byteCount: folder.byteCount(of: document.name),
            digests: try folder.digests(of: document.name, algorithms)))
      }
      return entries
    }
    for entry in lists { kept.insert(folder.names.key(entry.name)) }
    try await record(lists, &totals)
    let (files, bytes) = (totals.files - before.files, totals.byteCount - before.byteCount)
    let (bundled, leftOut) = (totals.bundled - before.bundled, totals.leftOut - before.leftOut)
    var info = info
    info.complete("Payload-Oxum", "\(bytes).\(files)")
    info.complete("Bag-Size", ByteCountFormatStyle(style: .decimal).format(bytes))
    try await blocking { [info, kept] folder throws(StorageError) in
      folder.removeFiles(below: "data") { !kept.contains(folder.names.key($0)) }
      try folder.write(info.text, to: "bag-info.txt")
      for algorithm in algorithms { try writeTagManifest(algorithm) }
      try folder.finish(declaration: Self.declaration) { seal throws(StorageError) in
        let bag = BagGroup.Finished(
          seal: seal, bundled: bundled, leftOut: leftOut, files: files, byteCount: bytes)
        try group.note(bag, at: place)
      }
    }
  }

  /// The digests of the lists, the declaration's first, which is not written yet. Blocks.
  private func writeTagManifest(_ algorithm: DigestAlgorithm) throws(StorageError) {
    var lines = ["\(algorithm.hex(of: Array(Self.declaration.utf8)))  bagit.txt"]
    for name in ["bag-info.txt"] + manifests {
      lines.append("\(try folder.digests(of: name, [algorithm])[0])  \(name)")
    }
    try folder.write(
      lines.map { $0 + "\n" }.joined(), to: "tagmanifest-\(algorithm.rawValue).txt")
  }

  private var manifests: [String] { algorithms.map { "manifest-\($0.rawValue).txt" } }

  private var documents: [MirrorBundle.Document] {
    bundle.documents.map { $0.renamed("data/\($0.name)") }
  }

  /// RFC 8493, section 2.1.3.
  private static func escaped(_ path: String) -> String {
    path.replacing("%", with: "%25").replacing("\n", with: "%0A").replacing("\r", with: "%0D")
  }

  func blocking<Value: Sendable>(
    _ body: @escaping @Sendable (BagFolder) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await open.disk.run { () throws(StorageError) in try body(folder) }
  }
}

extension MirrorBundle.Document {
  fileprivate func renamed(_ name: String) -> MirrorBundle.Document {
    MirrorBundle.Document(name, head: head, foot: foot, lines: lines)
  }
}
