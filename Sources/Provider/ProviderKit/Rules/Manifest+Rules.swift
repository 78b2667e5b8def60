extension Manifest {
  /// The manifest with its texts cleaned.
  /// - Throws: ``ProviderFailure`` with `.malformed` if it is unusable.
  package func checked() throws(ProviderFailure) -> Manifest {
    try checkEntries()
    var checked = self
    checked.summary = summary.cleaned(to: JointLimits.sentence)
    checked.sources = try sources.map { source throws(ProviderFailure) in try source.checked() }
    checked.addresses = addresses.map { $0.cleaned(to: JointLimits.address) }
    checked.settings = try settings.map { setting throws(ProviderFailure) in
      try checkVariable(of: setting)
      return try setting.checked()
    }
    guard Set(settings.map(\.name)).count == settings.count else {
      throw malformed("two settings have the same name")
    }
    try signIn?.check(settings: settings)
    return checked
  }

  private func checkEntries() throws(ProviderFailure) {
    guard name.isIdentifier else {
      throw malformed("the name \(quoted(name)) is not made of lower-case letters, digits and -")
    }
    guard version.isName(within: 64) else { throw malformed("the version is empty or too long") }
    guard !sources.isEmpty else { throw malformed("there are no sources") }
    guard
      [
        sources.count, settings.count, addresses.count, sizes.count, placeholders.count,
        formats.count,
      ].allSatisfy({ $0 <= JointLimits.entries })
    else { throw malformed("one of its lists has more than \(JointLimits.entries) entries") }
    guard requestsPerHour.map({ $0 > 0 }) ?? true else {
      throw malformed("requestsPerHour is not positive")
    }
    guard limits.count <= JointLimits.hosts else {
      throw malformed("there are more than \(JointLimits.hosts) limits")
    }
    for limit in limits { try limit.check(settings: settings) }
    try checkSizes()
    // An empty text is contained in every address.
    guard placeholders.allSatisfy({ $0.isName() }) else {
      throw malformed("a placeholder is empty, too long or contains control characters")
    }
    guard formats.allSatisfy(\.isIdentifier) else {
      throw malformed("a format is not made of lower-case letters, digits and -")
    }
  }

  /// A manifest can name only variables that are the provider's own: whoever writes it would otherwise get any secret
  /// of the user's environment by its name.
  private func checkVariable(of setting: Setting) throws(ProviderFailure) {
    guard let variable = setting.environment else { return }
    let prefix = name.uppercased().replacing("-", with: "_") + "_"
    guard variable.hasPrefix(prefix), variable.utf8.count > prefix.utf8.count else {
      throw malformed(
        "the setting \(quoted(setting.name)) names the environment variable \(quoted(variable)),"
          + " which does not begin with \(prefix)")
    }
    guard !Self.foreignPrefixes.contains(prefix) else {
      throw malformed(
        "the setting \(quoted(setting.name)) names the environment variable \(quoted(variable)),"
          + " which is not the provider's own")
    }
  }

  /// Of variables that this program and its libraries read, such as `AWS_SECRET_ACCESS_KEY` and `HTTPS_PROXY`.
  private static let foreignPrefixes: Set = [
    "ALL_", "AWS_", "CREDENTIALS_", "HTTP_", "HTTPS_", "PHOTOMIRROR_", "SSH_", "SSL_", "XDG_",
  ]

  /// The labels with the rules of renditions. Two that differ only in case are equal for `--size`.
  private func checkSizes() throws(ProviderFailure) {
    guard sizes.allSatisfy({ $0.isName() }) else {
      throw malformed("a size is empty, too long or contains control characters")
    }
    guard Set(sizes.map { $0.lowercased() }).count == sizes.count else {
      throw malformed("two sizes have the same label")
    }
  }
}

extension Manifest.Source {
  fileprivate func checked() throws(ProviderFailure) -> Manifest.Source {
    guard usage.isName(within: JointLimits.sentence) else {
      throw malformed("a source's usage is empty, too long or contains control characters")
    }
    return Manifest.Source(usage: usage, summary: summary.cleaned(to: JointLimits.sentence))
  }
}

extension Manifest.Setting {
  fileprivate func checked() throws(ProviderFailure) -> Manifest.Setting {
    guard name.isIdentifier else {
      throw malformed(
        "the setting \(quoted(name)) is not made of lower-case letters, digits and -")
    }
    guard environment.map(isVariable) ?? true else {
      throw malformed("the setting \(name) has an invalid name of an environment variable")
    }
    guard defaultValue.map({ $0.isName(within: JointLimits.text) || $0.isEmpty }) ?? true else {
      throw malformed(
        "the default of the setting \(name) is too long or contains control characters")
    }
    // A manifest is printed: a secret in it would not be secret.
    guard !isSecret || defaultValue == nil else {
      throw malformed("the secret setting \(name) has a default")
    }
    guard hosts.count <= JointLimits.entries,
      hosts.allSatisfy({ ($0.contains("://") ? $0 : "https://\($0)").isOrigin })
    else { throw malformed("the hosts of the setting \(name) are too many or invalid") }
    guard alternatives.count <= JointLimits.entries,
      alternatives.allSatisfy({ $0.source.isName(within: JointLimits.sentence) })
    else { throw malformed("the alternatives of the setting \(name) are too many or too long") }
    var checked = self
    checked.summary = summary.cleaned(to: JointLimits.sentence)
    checked.alternatives = alternatives.map {
      Alternative(source: $0.source, hint: $0.hint.cleaned(to: JointLimits.sentence))
    }
    return checked
  }

  private func isVariable(_ name: String) -> Bool {
    name.isName()
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
      }
  }
}
