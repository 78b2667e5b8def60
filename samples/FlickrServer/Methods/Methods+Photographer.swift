extension Methods {
  /// Whose page an address is: clients that are given an address ask this first.
  func lookupUser(_ call: Call) throws(CallFailure) -> Element {
    let name = name(in: call["url"], after: ["photos", "people"])
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

  /// Which group an address is of.
  func lookupGroup(_ call: Call) throws(CallFailure) -> Element {
    let name = name(in: call["url"], after: ["groups"])
    let group = Group.all.first { group in
      name.map { $0 == group.nsid || $0 == group.pathAlias } ?? false
    }
    guard let group else { throw CallFailure(code: 1, message: "Group not found") }
    return Element(
      "group",
      [.attribute("id", .text(group.nsid)), .child(Element("groupname", text: group.name))])
  }

  private func name(in address: String?, after words: Set<String>) -> Substring? {
    let parts = (address ?? "").split(separator: "/")
    return parts.firstIndex { words.contains(String($0)) }.flatMap { parts[($0 + 1)...].first }
  }
}
