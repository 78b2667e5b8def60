import Foundation
import LocalFiles
import MirrorCore
import ObjectStorage
import Threads
import Transfer
import WebDAV

/// A kind of store: which addresses it has, and how its place is opened.
///
/// A further kind is an adapter beside the others, with its row in ``all``.
struct StoreKind: Sendable {
  /// What its places are made of.
  struct Means: Sendable {
    let engine: TransferEngine
    /// For digests, documents and credentials.
    let workers: ThreadPool
    let network: StoreNetwork
    /// Of unfinished files.
    let directory: MirrorDirectory
    let disk: ThreadPool
  }

  /// The schemes of its addresses.
  let schemes: [String]
  /// How an address is written, for people.
  let shape: String
  /// An address as it is used; nil if it is not one, or has a part that no option could have.
  let checked: @Sendable (StoreLocation) -> StoreLocation?
  /// The value of a setting as it is used; nil if there is no such setting, or if it is no value of it.
  let setting: @Sendable (_ name: String, _ value: String) -> String?
  /// The place, to which nothing is sent yet. Blocks.
  let place: @Sendable (StoreLocation, Means) throws(MirrorError) -> any StorePlace

  static let all = [bucket, webDAV]

  /// The kind of an address; nil if its scheme is unknown.
  static func of(_ location: StoreLocation) -> StoreKind? {
    all.first { $0.schemes.contains(location.scheme) }
  }

  private static let bucket = StoreKind(
    schemes: [BucketAddress.scheme], shape: "s3://BUCKET/PREFIX",
    checked: { BucketAddress($0)?.location },
    setting: BucketAddress.setting,
    place: { location, means throws(MirrorError) in
      guard let address = BucketAddress(location) else { throw .invalid(location) }
      let client = try StoreClient(
        address, environment: StoreEnvironment(ProcessInfo.processInfo.environment),
        engine: means.engine, pool: means.workers, attempts: means.network.attempts,
        showsSignedText: means.network.isVerbose)
      return BucketPlace(client, workspace: means.directory, pool: means.disk)
    })

  private static let webDAV = StoreKind(
    schemes: WebDAVAddress.schemes, shape: "webdavs://USER@HOST/PATH",
    checked: { WebDAVAddress($0)?.location },
    setting: WebDAVAddress.setting,
    place: { location, means throws(MirrorError) in
      guard let address = WebDAVAddress(location) else { throw .invalid(location) }
      let credentials = try WebDAVCredentials.read(
        ProcessInfo.processInfo.environment, for: address)
      let client = WebDAVClient(
        address, credentials, engine: means.engine, pool: means.workers,
        attempts: means.network.attempts)
      return WebDAVPlace(client, workspace: means.directory, pool: means.disk)
    })
}

extension StoreLocation {
  /// Reads an address like `s3://bucket/prefix`; nil if no kind of store has it.
  public init?(_ text: String) {
    guard !text.contains("?") else { return nil }
    self.init(record: text)
  }

  /// Reads what a catalog keeps; nil if a part is not one that an option could have: a catalog may come from somebody else.
  package init?(record: String) {
    guard let location = StoreLocation(unchecked: record)?.checked else { return nil }
    self = location
  }

  /// As its kind of store writes it; nil if that has no such address, or no such settings.
  public var checked: StoreLocation? { StoreKind.of(self)?.checked(self) }

  /// How addresses of stores are written, for people.
  public static var shapes: String { StoreKind.all.map(\.shape).joined(separator: " or ") }

  /// Whether a text is meant as the address of a store, and not as a path.
  public static func isAddress(_ text: String) -> Bool {
    StoreKind.all.flatMap(\.schemes).contains { text.hasPrefix("\($0):") }
  }

  /// A text that may be an address, without a password that does not belong there.
  public static func withoutPassword(_ text: String) -> String {
    guard isAddress(text), let start = text.firstRange(of: "://")?.upperBound else { return text }
    let login = text[start...].prefix { $0 != "/" }
    let end = text[start...].lastIndex(of: "@") ?? login.endIndex
    guard let colon = text[start..<max(end, login.startIndex)].firstIndex(of: ":"),
      end < text.endIndex || !login[colon...].dropFirst().allSatisfy(\.isNumber)
    else { return text }
    return text[..<colon] + ":[hidden]" + text[end...]
  }

  /// The value of a setting as it is used; nil if it is none.
  /// - Parameter scheme: Of the addresses that have the setting.
  public static func setting(_ name: String, _ value: String, ofScheme scheme: String) -> String? {
    StoreKind.all.first { $0.schemes.contains(scheme) }?.setting(name, value)
  }
}

extension MirrorError {
  /// An address that no option could have.
  static func invalid(_ location: StoreLocation) -> MirrorError {
    .directory("\(location.name) is no address of a store", .store)
  }
}
