/// What a name in a selector stands for at the site: the answer to a ``PhotoProvider``'s look-up.
public struct Resolution: Codable, Sendable, Hashable {
  /// The permanent id; nil if another look-up is needed, which ``next`` describes.
  public var value: String?
  /// The cursor of another look-up; opaque to the host. Ignored if there is a value.
  public var next: String?
  /// The site's name for it, for people.
  public var name: String?

  /// The result of a look-up.
  public init(value: String?, next: String? = nil, name: String? = nil) {
    (self.value, self.next, self.name) = (value, next, name)
  }
}

extension Resolution {
  /// The resolution, its texts cleaned.
  /// - Throws: ``ProviderFailure`` with `.malformed` if it has neither a usable value nor a next step.
  package func checked() throws(ProviderFailure) -> Resolution {
    guard let text = value ?? next, text.isName(within: JointLimits.address) else {
      throw malformed("the lookup has neither a valid value nor a next step")
    }
    return Resolution(
      value: value, next: value == nil ? next : nil, name: name?.cleaned(to: JointLimits.sentence))
  }
}

/// The account that a sign-in belongs to.
public struct Account: Codable, Sendable, Hashable {
  /// The permanent account id.
  public var id: String
  /// The name that the site shows; empty if none.
  public var name: String

  /// An account.
  public init(id: String, name: String = "") { (self.id, self.name) = (id, name) }
}

extension Account {
  /// The account, its name cleaned.
  /// - Throws: ``ProviderFailure`` with `.malformed` if its id is invalid.
  package func checked() throws(ProviderFailure) -> Account {
    guard id.isName() else { throw malformed("the account's id is empty or too long") }
    return Account(id: id, name: name.cleaned(to: JointLimits.sentence))
  }
}
