import Digests
import Foundation
import Images
import MirrorCore
import ProviderKit

/// The input of a run. Its options can be read and set as if they were its own properties.
@dynamicMemberLookup
public struct MirrorConfiguration: Sendable {
  /// The provider of the site, which describes requests and reads their answers.
  public var provider: any PhotoProvider
  /// The source without cursor: selector, parameters and plain settings.
  public var query: PageQuery
  /// Values of the secret settings by name; only the host inserts them into requests.
  public var secrets: [String: String]
  /// The source's canonical name, `flickr:recent`: the catalog's key for it.
  public var source: String
  /// Whether the user named the source, which then may name hosts on this machine or in a private network. A source of
  /// a catalog, which may come from somebody else, may not.
  public var isSourceNamed = true
  /// Its directory is made if missing.
  public var mirror: Mirror
  /// Whether the source's listing is read. Without it, a run fetches the photos that wait, whose files are
  /// missing, and makes missing sidecars and thumbnails.
  public var readsListing = true
  /// Photos whose files a repair found damaged, by their rows. Each is fetched again, and its file is moved to the set-aside
  /// folder once the new one is inspected.
  public var damaged: Set<Int64> = []
  /// The file that the provider lists, if that is the list of addresses; an absolute path.
  public var listFile: String?
  /// The options as the caller words them, without secrets. The catalog keeps them for a caller that repeats the run
  /// (``RecordedSource``); nil keeps those of the last run.
  public var recordedOptions: String?
  /// Options; the defaults unless set.
  public var options = MirrorOptions()
  /// Called on a separate thread if the run can neither proceed nor end, because a call has not returned for
  /// half a minute past a transfer's deadline or ``maximumTime``. The process should be killed then, which
  /// loses nothing that is done. Nil for no watchdog.
  public var whenStuck: (@Sendable (_ reason: String) -> Void)?

  /// Whether photos come from their site, and not from an archive.
  var asksSite = true
  /// What a worker shares with the others; nil outside of workers.
  var sharing: HostSharing?

  public init(
    provider: any PhotoProvider, query: PageQuery, secrets: [String: String] = [:], source: String,
    mirror: Mirror = .none
  ) {
    self.provider = provider
    self.query = query
    self.secrets = secrets
    self.source = source
    self.mirror = mirror
  }

  /// A property of ``options``.
  public subscript<Value>(
    dynamicMember option: WritableKeyPath<MirrorOptions, Value>
  ) -> Value {
    get { options[keyPath: option] }
    set { options[keyPath: option] = newValue }
  }

  /// The site's limits and the requested one, each time once.
  var callLimits: [CallLimit] {
    let own = options.maximumCalls.map { [CallLimit($0, in: 3600, isOwn: true)] } ?? []
    let all = (siteLimits + own).filter { $0.count > 0 }
    return Dictionary(grouping: all, by: \.seconds).values.compactMap { limits in
      limits.min { $0.count < $1.count }
    }
  }

  /// What the site allows with the values that are set.
  private var siteLimits: [CallLimit] {
    let given = Set(secrets.keys).union(query.settings.keys)
    return provider.manifest.requestLimits(with: given).map { CallLimit($0.count, in: $0.seconds) }
  }

  /// The site's limit that is lower than the requested one; nil if there is none.
  public var exceededLimit: CallLimit? {
    guard let own = options.maximumCalls else { return nil }
    return siteLimits.first { limit in
      let hours = max(1, 3600 / Double(max(1, limit.seconds)))
      return limit.count > 0 && Double(own) > Double(limit.count) * hours
    }
  }
}

extension WalkOptions {
  init(_ configuration: MirrorConfiguration, _ settings: MirrorSettings? = nil) {
    self.init(query: configuration.query)
    (readsListing, damaged) = (configuration.readsListing, configuration.damaged)
    asksSite = configuration.asksSite
    if let settings {
      (sidecars, names, fileTime) = (settings.sidecars, settings.names, settings.fileTime)
      thumbnailFormat = settings.thumbnailFormat
    }
    secrets = configuration.secrets
    choices = configuration.options.walk
    decoders = ProcessInfo.processInfo.activeProcessorCount
  }
}

extension CallAccount {
  /// Enough bits to distinguish the few keys of a mirror. They leave 112 bits of a 128-bit key unknown, and
  /// cannot confirm a guess at a weaker secret. Keys with the same digest share their calls, which only takes
  /// longer. A salt would be stored in the same file, and so would not protect against its readers.
  private static let keyBits = 16

  /// The account that the site counts the calls of a run for.
  init(_ configuration: MirrorConfiguration) {
    // A request that cannot be described fails at the first call, not here.
    let provider = configuration.provider
    let lookUp = (try? provider.resolveRequest(for: configuration.query)).flatMap(\.self)
    let sizes = PhotoQuery(photo: Photo(id: "0", owner: ""), settings: configuration.query.settings)
    // A look-up without a key, such as that of a short address, is not a call of the API.
    let request =
      lookUp.flatMap { $0.usesSetting ? $0 : nil }
      ?? (try? provider.pageRequest(for: configuration.query))
      ?? (try? provider.renditionsRequest(for: sizes)) ?? lookUp
    let host = request.flatMap { URL(string: $0.url)?.host() } ?? ""
    let secrets = configuration.secrets.sorted { $0.key < $1.key }.map(\.value)
    let digest = DigestAlgorithm.sha256.hex(of: Array(secrets.joined(separator: "\0").utf8))
    self.init(
      host: host.lowercased(),
      keyDigest: secrets.isEmpty ? "" : String(digest.prefix(Self.keyBits / 4)))
  }
}

extension RequestDescription {
  /// Whether the host inserts the value of a setting.
  fileprivate var usesSetting: Bool {
    authorization != nil || (parameters + headers).contains { $0.setting != nil }
  }
}
