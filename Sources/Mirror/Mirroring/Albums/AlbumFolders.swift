import Catalog
import Foundation
import LocalFiles
import MirrorCore

/// Builds `albums/TITLE_ID` for each album of a mirror's catalog: a folder of links to its photos in the album's
/// order, or a list (`.m3u8`) with a JSON object. Photos are stored once, whatever albums they are in.
///
/// An album changes on disk as a whole, and only if it changed in the catalog. Blocks.
struct AlbumFolders {
  struct Totals: Sendable, Hashable {
    var albums = 0
    var changed = 0
  }

  /// The names of the last build, by which the folders of renamed albums are found.
  private struct State: Codable, Hashable {
    var kind = AlbumKind.none
    var names: [String] = []
  }

  static let folder = "albums"
  static let stateFile = "albums.json"
  private static let batchSize = 500
  /// More than any account has; a manipulated catalog may claim more.
  private static let mostAlbums = 100_000

  private let directory: MirrorDirectory
  private let catalog: Catalog
  private let kind: AlbumKind
  private let links: LinkFolder

  init(in directory: MirrorDirectory, _ catalog: Catalog, _ kind: AlbumKind) {
    (self.directory, self.catalog, self.kind) = (directory, catalog, kind)
    links = LinkFolder(in: directory, kind == .hardlinks ? .hard : .symbolic)
  }

  /// The caller holds the mirror's lock.
  func build() throws -> Totals {
    guard kind != .none else { return Totals() }
    let before = directory.stateFile(Self.stateFile).flatMap {
      try? JSONDecoder().decode(State.self, from: Data($0))
    }
    try links.clean()
    var totals = Totals()
    var names = AlbumNames(longestName: directory.longestName)
    var built: [String] = []
    var last = Int64(0)
    while built.count < Self.mostAlbums {
      let albums = try catalog.albums(after: last, limit: Self.batchSize)
      guard let end = albums.last else { break }
      for record in albums {
        let name = names.name(of: record.album)
        let isChanged = try build(record, name)
        totals.albums += 1
        totals.changed += isChanged ? 1 : 0
        built.append(name)
      }
      last = end.id
    }
    let kept = Set(built)
    for name in before?.names ?? [] where !kept.contains(name) { try remove(name) }
    if let before, before.kind != kind { try removeOther(than: kind, built) }
    let state = State(kind: kind, names: built)
    if state != before, let data = try? JSONEncoder().encode(state) {
      directory.writeStateFile(Self.stateFile, Array(data))
    }
    return totals
  }

  private func build(
    _ record: AlbumRecord, _ name: String
  ) throws -> Bool {
    let members = try members(of: record)
    let place = Self.folder + "/" + name
    guard kind == .lists else {
      let stored = members.compactMap { member in member.path.map { (member, $0) } }
      let longest = directory.longestName
      let entries = stored.enumerated().map { index, member in
        LinkFolder.Entry(
          name: AlbumNames.name(
            of: member.0, at: member.1, number: index + 1, of: stored.count, longestName: longest),
          path: member.1)
      }
      return try links.build(place, entries)
    }
    let list = AlbumList(record, members)
    let isListed = try directory.write(list.playlist, to: place + ".m3u8")
    let isDescribed = try directory.write(list.object, to: place + ".json")
    return isListed || isDescribed
  }

  private func remove(_ name: String) throws(MirrorError) {
    let place = Self.folder + "/" + name
    try links.remove(place)
    for kind in [".m3u8", ".json"] { directory.removeFile(place + kind) }
  }

  /// What an earlier build of another kind left.
  private func removeOther(than kind: AlbumKind, _ names: [String]) throws(MirrorError) {
    for name in names {
      let place = Self.folder + "/" + name
      if kind == .lists {
        try links.remove(place)
      } else {
        for kind in [".m3u8", ".json"] { directory.removeFile(place + kind) }
      }
    }
  }

  private func members(of record: AlbumRecord) throws(CatalogError) -> [AlbumMember] {
    var members: [AlbumMember] = []
    while true {
      let part = try catalog.members(
        ofAlbum: record.id, after: members.last, limit: Self.batchSize)
      if part.isEmpty { return members }
      members += part
    }
  }
}
