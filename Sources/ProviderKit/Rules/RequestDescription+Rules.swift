extension RequestDescription {
  /// The request, proved to be one that the host can make with `settings`.
  /// - Throws: ``ProviderFailure`` with `.malformed`.
  package func checked(settings: [Manifest.Setting]) throws(ProviderFailure) -> RequestDescription {
    guard url.isWebAddress else {
      throw malformed("the request's address \(quoted(url)) is no http or https address")
    }
    guard !url.contains("#") else {
      throw malformed("the request's address \(quoted(url)) has a fragment")
    }
    guard parameters.isEmpty || !url.contains("?") else {
      throw malformed("the request's address \(quoted(url)) has a query besides its parameters")
    }
    guard parameters.count <= JointLimits.entries, headers.count <= JointLimits.entries else {
      throw malformed("the request has more than \(JointLimits.entries) parameters or headers")
    }
    for parameter in parameters + headers { try parameter.check(settings: settings) }
    for header in headers { try header.checkAsHeader() }
    return self
  }
}

extension RequestDescription.Parameter {
  fileprivate func check(settings: [Manifest.Setting]) throws(ProviderFailure) {
    guard name.isName() else {
      throw malformed("a parameter's name is empty, too long or holds control characters")
    }
    guard (value == nil) != (setting == nil) else {
      throw malformed("the parameter \(name) has not exactly one of value and setting")
    }
    guard (value?.utf8.count ?? 0) <= JointLimits.text else {
      throw malformed("the value of the parameter \(name) is too long")
    }
    guard let setting else { return }
    guard settings.contains(where: { $0.name == setting }) else {
      throw malformed("the parameter \(name) uses the unknown setting \(quoted(setting))")
    }
  }

  /// A field's name is a token, and its value holds no line end (RFC 9110, sections 5.1 and 5.5).
  fileprivate func checkAsHeader() throws(ProviderFailure) {
    guard name.utf8.allSatisfy(isTokenByte) else {
      throw malformed("the header \(quoted(name)) is no token")
    }
    guard value.map({ $0.isEmpty || $0.isName(within: JointLimits.text) }) ?? true else {
      throw malformed("the value of the header \(name) holds control characters")
    }
  }

  private func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
