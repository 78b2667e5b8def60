extension Methods {
  /// Whose page an address is: clients that are given an address ask this first.
  func lookupUser(_ call: Call) throws(CallFailure) -> Element {
    let parts = (call["url"] ?? "").split(separator: "/")
    let name = parts.firstIndex { $0 == "photos" || $0 == "people" }
      .flatMap { parts[($0 + 1)...].first }
    let owner = Photographer.all.first { owner in
      name.map { $0 == owner.nsid || $0 == owner.pathName } ?? false
    }
    guard let owner else { throw CallFailure(code: 1, message: "User not found") }
    return Element(
      "user",
      [
        .attribute("id", .text(owner.nsid)),
        .child(Element("username", text: owner.username)),
      ])
  }
}
