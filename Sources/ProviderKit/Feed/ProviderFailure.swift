/// Why a provider could not do what it was asked.
public struct ProviderFailure: Error, Codable, Sendable, Hashable {
  /// What a failure costs, which is what the host acts on.
  public enum Kind: String, Codable, Sendable {
    /// Passing: the host tries again later (Flickr's 105).
    case retryLater
    /// This photo is not to be had (gone, private); the others go on.
    case photo
    /// The source is not to be had (unknown user, bad selector); the listing ends.
    case source
    /// A setting is wrong (an invalid key); the listing ends.
    case setting
    /// The answer is not what the site is known to say.
    case malformed
    /// The provider knows no such method.
    case unsupported
  }

  /// What it costs.
  public var kind: Kind
  /// A sentence for people, in lower case without a period, with the site's own words.
  public var message: String
  /// The site's own number for it.
  public var code: Int?
  /// What a person can do about it.
  public var hint: String?

  /// A failure in the words of `message`.
  public init(_ kind: Kind, _ message: String, code: Int? = nil, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.code = code
    self.hint = hint
  }
}

extension ProviderFailure {
  /// The failure with texts that can be shown.
  package func checked() -> ProviderFailure {
    let said = message.cleaned(to: JointLimits.sentence)
    return ProviderFailure(
      kind, said.isEmpty ? "it failed and did not say why" : said, code: code,
      hint: hint?.cleaned(to: JointLimits.sentence))
  }
}

/// A failure of the shape of an answer.
func malformed(_ message: String) -> ProviderFailure { ProviderFailure(.malformed, message) }

/// A value as it may stand in a message, however wild it is.
func quoted(_ text: String) -> String { "\"\(text.cleaned(to: 80))\"" }
