/// An answer of a provider, which may be a stranger's.
package protocol JointAnswer: Codable, Sendable {
  /// The answer within ``JointLimits``, of a provider with this manifest.
  func checked(for manifest: Manifest) throws(ProviderFailure) -> Self
}

extension ClaimAnswer: JointAnswer {
  package func checked(for manifest: Manifest) throws(ProviderFailure) -> Self {
    guard selector.map({ $0.isName(within: JointLimits.address) }) ?? true else {
      throw ProviderFailure(
        .malformed, "\(manifest.name) accepts the address but returns an invalid selector")
    }
    return self
  }
}

extension ResolveAnswer: JointAnswer {
  package func checked(for manifest: Manifest) throws(ProviderFailure) -> Self {
    guard let request else { return self }
    return Self(request: try request.checked(for: manifest))
  }
}

extension RequestDescription: JointAnswer {
  package func checked(for manifest: Manifest) throws(ProviderFailure) -> Self {
    try checked(settings: manifest.settings)
  }
}

extension Resolution: JointAnswer {
  package func checked(for manifest: Manifest) throws(ProviderFailure) -> Self { try checked() }
}

extension Page: JointAnswer {
  package func checked(for manifest: Manifest) throws(ProviderFailure) -> Self {
    var page = try checked()
    page.more = try checkedRequests(settings: manifest.settings)
    return page
  }
}

extension Account: JointAnswer {
  package func checked(for manifest: Manifest) throws(ProviderFailure) -> Self { try checked() }
}

extension RenditionsAnswer: JointAnswer {
  package func checked(for manifest: Manifest) throws(ProviderFailure) -> Self {
    Self(renditions: try Rendition.checked(renditions))
  }
}

extension PhotoDetails: JointAnswer {
  package func checked(for manifest: Manifest) throws(ProviderFailure) -> Self { checked() }
}
