import ProviderKit

/// Everything a run needs to know. Its options can be read and set as if they were its own properties.
@dynamicMemberLookup
public struct MirrorConfiguration: Sendable {
  /// This program's version.
  public static let version = "0.1.0"

  public var provider: any PhotoProvider
  /// The source without cursor: selector, parameters and plain settings.
  public var query: PageQuery
  /// Values of the secret settings by name; put into requests by the host alone.
  public var secrets: [String: String]
  /// The source's canonical name, `flickr:recent`: the catalog's key for it.
  public var source: String
  /// The mirror's directory; made where it is missing.
  public var directory: String
  /// What is chosen; the defaults by default.
  public var options = MirrorOptions()
  /// Is told, on a thread of its own, that the run can neither go on nor end: a call does not return,
  /// for half a minute past a transfer's deadline or ``maximumTime``. The process is to be ended then,
  /// which costs what a kill costs: nothing that is done. Nil: nobody watches.
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

  /// What the site allows and what was asked for, whichever is less; nil where neither is.
  var callsPerHour: Int? {
    [provider.manifest.requestsPerHour, options.maximumCalls].compactMap(\.self).filter { $0 > 0 }
      .min()
  }
}
