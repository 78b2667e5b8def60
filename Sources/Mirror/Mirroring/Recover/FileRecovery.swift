import Catalog
import Foundation
import Images
import Inspection
import LocalFiles
import MirrorCore
import Sidecars
import SystemCalls
import Threads

/// Records what the files of a mirror say and its recovered catalog does not know: photos that were stored after the
/// snapshot, by the sidecars beside them, and photos that left the mirror since, by the records in its trash.
///
/// The files of a directory are decoded; objects are not read: their size and the digest that was stored with them
/// count, and they are recorded as not proven. What cannot be recorded is named, and stays where it is.
struct FileRecovery: Sendable {
  /// Requests at once to a store: each photo is two, which take a store some 30 ms.
  static let width = 64
  private static let batch = 256

  /// The catalog, which nobody else uses.
  let catalog: String
  let directory: MirrorDirectory
  let store: OpenedStore
  let media: CodecInspector
  let disk: ThreadPool
  /// When the snapshot was made, in seconds since 1970.
  let since: Int64
  /// Is told what is not recorded, and why.
  let tell: @Sendable (_ path: String, _ reason: String) -> Void

  /// - Throws: ``MirrorError``, ``StorageError`` or `CancellationError`; the catalog is useless then.
  func run() async throws -> Recovery.Files {
    let reader = try await disk.run { [catalog] () throws(MirrorError) in
      try CatalogLocation.file(catalog).thread(.copying)
    }
    return try await whileOpen {
      try await run(reader)
    } close: {
      await reader.close()
    }
  }

  private func run(_ reader: CatalogThread) async throws -> Recovery.Files {
    var totals = Recovery.Files()
    let (sources, extra) = try await reader.perform { [directory] catalog in
      (try RecoveredSources(catalog), try ExtraFiles(in: directory, catalog))
    }
    let found = try await FoundFiles.list(store.place, extra, .media)
    for name in found.refused { leave(name.path, name.reason, &totals) }
    let catalogs = SourceCatalogs(catalog, on: disk)
    try await whileOpen {
      let pictures = found.pictures
      let parts = stride(from: 0, to: pictures.count, by: Self.batch).map {
        Array(pictures[$0..<min($0 + Self.batch, pictures.count)])
      }
      var read = try await sidecars.read(of: parts.first ?? [])
      for (index, part) in parts.enumerated() {
        try Task.checkCancellation()
        // The next part's are read while this one is recorded.
        async let following = sidecars.read(of: index + 1 < parts.count ? parts[index + 1] : [])
        try await record(Array(zip(part, read)), sources, catalogs, &totals)
        read = try await following
      }
    } close: {
      await catalogs.close()
    }
    totals.replaced = try await ReplacedFiles(
      catalog: reader, place: store.place, sidecars: sidecars, look: look, since: since,
      now: Int64(Date().timeIntervalSince1970)
    ).run()
    let trash = TrashRecovery(
      catalog: reader, destination: store.files, sources: sources, look: look)
    totals.trashed = try await trash.run { leave($0, $1, &totals) }
    let photos = try await reader.perform { try $0.counts().reduce(0) { $0 + $1.mirrored } }
    totals.missing = max(0, photos - found.known - totals.recorded)
    return totals
  }

  private var sidecars: FoundSidecars {
    FoundSidecars(destination: store.files, disk: disk)
  }

  private func leave(_ path: String, _ reason: String, _ totals: inout Recovery.Files) {
    totals.left += 1
    tell(path, reason)
  }

  private func record(
    _ pictures: [(FoundFiles.Picture, Result<SidecarPhoto, SidecarError>)],
    _ sources: RecoveredSources, _ catalogs: SourceCatalogs, _ totals: inout Recovery.Files
  ) async throws {
    var offers: [RecoveredSources.Place: [Adopter.Offer]] = [:]
    for (picture, result) in pictures {
      switch result {
      case .failure(let error): leave(picture.path, error.reason, &totals)
      case .success(let sidecar):
        guard let place = sources.place(of: sidecar) else {
          leave(
            picture.path, "the catalog has no source for \(sidecar.provider):\(sidecar.photo.id)",
            &totals)
          continue
        }
        var photo = sidecar.photo
        photo.site = place.site
        offers[place, default: []].append(
          .init(
            photo: photo, paths: [picture.path], stem: picture.stem, thumbnail: picture.thumbnail,
            origin: sidecar.origin, isListed: false))
      }
    }
    for (place, offers) in offers.sorted(by: { $0.key.source.id < $1.key.source.id }) {
      try await record(offers, in: catalogs.catalog(of: place), &totals)
    }
  }

  private func record(
    _ offers: [Adopter.Offer], in catalog: RunCatalog, _ totals: inout Recovery.Files
  ) async throws {
    let known = try await catalog.match(offers.map(\.photo))
    var wanted: [Adopter.Offer] = []
    var ids: Set<String> = []
    for offer in offers {
      let record = known[offer.photo.id]?.record
      if let departure = record?.departure, !departure.state.isMirrored {
        leave(offer.paths[0], "its photo left the mirror: \(departure.reason)", &totals)
      } else if let record, record.isMirrored, try await isThere(record) {
        leave(offer.paths[0], "its photo has the file \(record.path ?? "")", &totals)
      } else if !ids.insert(offer.photo.id).inserted {
        leave(offer.paths[0], "another file is of the same photo", &totals)
      } else {
        wanted.append(offer)
      }
    }
    let adopter = Adopter(
      catalog: catalog, destination: store.files,
      width: store.place.traits.tellsDigests ? Self.width : 2, modifiedAt: modifiedAt, look: look)
    for outcome in try await adopter.adopt(wanted) {
      if outcome.path != nil { totals.recorded += 1 }
      for (path, reason) in outcome.refused { leave(path, reason, &totals) }
    }
  }

  private func isThere(_ record: PhotoRecord) async throws -> Bool {
    guard let files = record.storedFiles else { return false }
    return try await store.files.look(for: [files]).first?.isThere ?? false
  }

  private var modifiedAt: Adopter.Time {
    guard store.place.traits.keepsTimes else { return { _ in nil } }
    return { [files = store.files] path in
      await (try? files.facts(of: path, .listed))?.modifiedAt
    }
  }

  /// The facts of a file: those of an object are its size and the digest that was stored with it.
  private var look: Adopter.Look {
    guard !store.place.traits.tellsDigests else {
      return { [place = store.place] path in try await place.unreadInspection(of: path) }
    }
    return { [files = store.files, media] path in
      try await files.withFile(at: path) { file in
        try await media.inspect(fileAt: file, thumbnail: nil, digests: [])
      }
    }
  }
}

extension FilePlace {
  /// The facts of an object without its bytes, as of a file that was not decoded.
  /// - Throws: ``InspectionError`` if the store has no digest of it; ``StorageError``.
  func unreadInspection(of path: String) async throws -> Inspection {
    let name = path[(path.lastIndex(of: ".").map { path.index(after: $0) } ?? path.endIndex)...]
    guard let format = MediaFormat(named: String(name)) else {
      throw InspectionError.broken("it is not named as a picture")
    }
    guard let facts = try await facts(of: [path], .told).first.flatMap(\.self),
      facts.byteCount > 0
    else {
      throw InspectionError.broken("it is empty or missing")
    }
    guard let digest = facts.sha256?.lowercased(), digest.utf8.count == 64,
      digest.allSatisfy({ $0.isASCII && $0.isHexDigit })
    else { throw InspectionError.unreadable("no digest is stored with it") }
    var inspection = Inspection(format: format, byteCount: facts.byteCount, sha256: digest)
    inspection.undecodedReason = "it is in a store and was not read"
    return inspection
  }
}
