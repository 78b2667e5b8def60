import ProviderKit

/// The input of a run. Its options can be read and set as if they were its own properties.
@dynamicMemberLookup
public struct MirrorConfiguration: Sendable {
  /// This program's version.
  public static let version = "0.1.0"

  public var provider: any PhotoProvider
  /// The source without cursor: selector, parameters and plain settings.
  public var query: PageQuery
  /// Values of the secret settings by name; only the host inserts them into requests.
  public var secrets: [String: String]
  /// The source's canonical name, `flickr:recent`: the catalog's key for it.
  public var source: String
  /// The mirror's directory; made if missing.
  public var directory: String
  /// Options; the defaults unless set.
  public var options = MirrorOptions()
  /// Called on a separate thread if the run can neither proceed nor end, because a call has not returned for
  /// half a minute past a transfer's deadline or ``maximumTime``. The process should be killed then, which
  /// loses nothing that is done. Nil for no watchdog.
  public var whenStuck: (@Sendable (_ reason: String) -> Void)?

  public init(
    provider: any PhotoProvider, query: PageQuery, secrets: [String: String] = [:], source: String,
    directory: String
  ) {
    self.provider = provider
    self.query = query
    self.secrets = secrets
    self.source = source
    self.directory = directory
  }

  public subscript<Value>(
    dynamicMember option: WritableKeyPath<MirrorOptions, Value>
  ) -> Value {
    get { options[keyPath: option] }
    set { options[keyPath: option] = newValue }
  }

  /// The lower of the site's limit and the requested one; nil if there is neither.
  var callsPerHour: Int? {
    [provider.manifest.requestsPerHour, options.maximumCalls].compactMap(\.self).filter { $0 > 0 }
      .min()
  }
}
