/// Why a provider failed.
public struct ProviderFailure: Error, Codable, Sendable, Hashable {
  /// The scope of a failure, which decides what the host does.
  public enum Kind: String, Codable, Sendable {
    /// Temporary: the host retries later (Flickr's 105).
    case retryLater
    /// This photo is not available (gone, private); the others continue.
    case photo
    /// The source is not available (unknown user, invalid selector); the listing ends.
    case source
    /// A setting is invalid (such as a key); the listing ends.
    case setting
    /// The answer does not have the site's known format.
    case malformed
    /// The provider does not support the method.
    case unsupported
  }

  /// The scope of the failure.
  public var kind: Kind
  /// A sentence for people, in lower case without a period, with the site's message.
  public var message: String
  /// The site's error code; nil if it has none.
  public var code: Int?
  /// What the user can do; nil if nothing.
  public var hint: String?

  /// A failure with a message.
  public init(_ kind: Kind, _ message: String, code: Int? = nil, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.code = code
    self.hint = hint
  }
}

extension ProviderFailure {
  /// The failure with its texts cleaned.
  package func checked() -> ProviderFailure {
    let said = message.cleaned(to: JointLimits.sentence)
    return ProviderFailure(
      kind, said.isEmpty ? "it failed without giving a reason" : said, code: code,
      hint: hint?.cleaned(to: JointLimits.sentence))
  }
}

/// A failure for an answer of another format.
func malformed(_ message: String) -> ProviderFailure { ProviderFailure(.malformed, message) }

/// A value for a message: cleaned and cut.
func quoted(_ text: String) -> String { "\"\(text.cleaned(to: 80))\"" }
