import Catalog
import FlickrExport
import Foundation
import MirrorCore
import ProviderKit
import Threads

/// Imports an account's export from Flickr into a mirror: photos and videos from the archives, each checked and
/// stored as a download is, with the metadata, albums and comments of its JSON.
///
/// The photos become those of the source `flickr:user/NSID`, so that a later sync of it fetches only the rest.
/// It can be stopped and run again, also with more archives: mirrored files are not read again.
public struct ExportImport: Sendable {
  /// Paths of the export's ZIP files.
  public let archives: [String]
  /// The mirror into which the photos are imported; its directory is made if missing.
  public let mirror: Mirror
  /// Options of the run that imports.
  public var options = MirrorOptions()
  /// The site that issued the photos' ids.
  public var site = "flickr.com"
  /// The NSID of the account; nil for that in the export.
  public var account: String?

  public init(archives: [String], into mirror: Mirror) {
    (self.archives, self.mirror) = (archives, mirror)
  }

  /// Reads the archives' directories. Nothing is written.
  /// - Throws: ``MirrorError`` with the archive that cannot be used, or if the account is not known.
  public func open() async throws(MirrorError) -> OpenedImport {
    let pool = ThreadPool(name: "index", width: 1)
    let result = await pool.run { () -> Result<ExportIndex, MirrorError> in
      Result { () throws(MirrorError) in try index() }
    }
    await pool.shutdown()
    return try OpenedImport(self, try result.get())
  }

  /// Blocks.
  private func index() throws(MirrorError) -> ExportIndex {
    do {
      return try ExportIndex(archives: archives)
    } catch {
      throw .source(error.message)
    }
  }
}

/// An import after the archives' directories were read.
public struct OpenedImport: Sendable {
  private let order: ExportImport
  private let index: ExportIndex
  private let owner: ExportedAccount

  fileprivate init(_ order: ExportImport, _ index: ExportIndex) throws(MirrorError) {
    var owner = index.account
    owner.nsid = order.account ?? owner.nsid
    guard index.count > 0 || !index.missing.isEmpty else {
      throw .source("the archives contain no photo of a Flickr export")
    }
    guard owner.nsid != nil else {
      throw .source(
        "the archives do not contain the account: account_profile.json is missing",
        .provider(
          hint: "add the archive that contains it, or give --account NSID", isPassing: false))
    }
    (self.order, self.index, self.owner) = (order, index, owner)
  }

  /// The source of the imported photos.
  public var source: String { "flickr:user/\(owner.nsid ?? "")" }

  /// The ids of photos that the export describes, but whose files the archives lack.
  public var missing: [String] { index.missing }

  /// Runs the import. Call once.
  /// - Throws: ``MirrorError`` as ``MirrorRun/run()``.
  public func run(
    delegate: (any MirrorDelegate)? = nil,
    whenStuck: (@Sendable (String) -> Void)? = nil
  ) async throws(MirrorError) -> MirrorSummary {
    var configuration = MirrorConfiguration(
      provider: ExportProvider(), query: PageQuery(selector: "export"), source: source,
      mirror: order.mirror)
    configuration.options = order.options
    // An export is not a listing of the account: a photo that it lacks may exist at the site.
    (configuration.limit, configuration.asksSite) = (Int.max, false)
    configuration.whenStuck = whenStuck
    let (index, owner, site) = (index, owner, order.site)
    return try await MirrorRun(
      configuration, delegate,
      reading: {
        (configuration, announcer, onBytes) throws(MirrorError) in
        RunInput(index, owner, site: site, announcer, onBytes)
      }
    ).run()
  }
}

extension RunInput {
  fileprivate init(
    _ index: ExportIndex, _ owner: ExportedAccount, site: String, _ announcer: Announcer,
    _ onBytes: @escaping @Sendable (Int64) -> Void
  ) {
    let network = ArchiveNetwork(index) { bytes in
      announcer.count(fetched: bytes)
      onBytes(bytes)
    }
    let channel = ExportChannel(
      index, manifest: ExportProvider().manifest, account: owner, site: site)
    self.init(
      network: network, provider: channel,
      afterwards: { catalog in
        try await catalog.keep(
          index.albums.map { ImportedAlbum($0) }, owner: owner.nsid ?? "", site: site)
      },
      close: {
        await network.close()
        await channel.close()
      })
  }
}

/// The provider's name and formats for a run that asks no site.
private struct ExportProvider: PhotoProvider {
  /// Photos have the name of Flickr's own provider, which lists them from now on. Flickr takes these formats
  /// besides pictures, and their length and CRC in the archive are proven.
  let manifest = Manifest(
    name: "flickr", version: MirrorOptions.version, summary: "an export of a Flickr account",
    sources: [.init(usage: "export", summary: "the photos of the archives")],
    formats: ["mp4", "mov", "avi", "webm", "heic", "tiff"])

  func pageRequest(for query: PageQuery) throws -> RequestDescription { throw unsupported }
  func page(from answer: Answer, for query: PageQuery) throws -> Page { throw unsupported }

  private var unsupported: ProviderFailure {
    ProviderFailure(.unsupported, "an export has no address")
  }
}

extension ImportedAlbum {
  fileprivate init(_ album: ExportedAlbum) {
    self.init(
      key: album.id, title: album.title, about: album.about, cover: album.cover,
      photos: album.photos)
  }
}
