/// Changes the regions of a picture that other programs have written to, item by item: what somebody added or
/// changed stays byte for byte.
struct RegionMerge {
  private let existing: XMPLayout
  private let now: XMPLayout.Property
  private let former: [XMPNode]
  private let latest: [XMPNode]
  private let after: XMPLayout
  private let new: XMPLayout.Property?

  /// - Parameters:
  ///   - now: The property in the existing packet.
  ///   - before: The packet as it was first written; nil if unknown: then regions are only added.
  init(
    _ existing: XMPLayout, _ now: XMPLayout.Property, from before: XMPLayout?, to after: XMPLayout
  ) {
    (self.existing, self.now, self.after) = (existing, now, after)
    new = after.all(now.name).first
    former = before?.all(now.name).first?.node.regions?.items ?? []
    latest = new?.node.regions?.items ?? []
  }

  /// The edits of the file; none if nothing has changed, or if the existing list is not as the guidelines want it.
  func edits() -> [(range: Range<Int>, text: String)] {
    guard let list = now.node.regions else { return [] }
    let (old, wanted) = (Set(former.map(\.meaning)), Set(latest.map(\.meaning)))
    let gone = list.items.filter { old.contains($0.meaning) && !wanted.contains($0.meaning) }
    let held = Set(list.items.map(\.meaning))
    let added = latest.filter { !old.contains($0.meaning) && !held.contains($0.meaning) }
    if added.isEmpty, gone.count == list.items.count {
      return gone.isEmpty ? [] : [(now.range, "")]
    }
    var edits = gone.map { (range: $0.range, text: "") }
    if !added.isEmpty, let place = place(in: list) {
      edits.append((place..<place, added.map(text).joined(separator: "\n") + "\n"))
    }
    return edits
  }

  /// Before the end tag of the list; nil if it has none.
  private func place(in list: (container: XMPNode, items: [XMPNode])) -> Int? {
    let bytes = existing.bytes[list.container.range]
    guard let end = bytes.lastIndex(of: UInt8(ascii: "<")), end > bytes.startIndex else {
      return nil
    }
    return end
  }

  private func text(_ item: XMPNode) -> String {
    let scope = existing.descriptions[now.description].scope
    return XMPMerge.declaring(new?.prefixes ?? [:], after.text(item.range), in: scope)
  }
}

extension XMPNode {
  /// The list of regions: its container and its items, however deep they are; nil if none.
  var regions: (container: XMPNode, items: [XMPNode])? {
    guard let list = field("RegionList")?.children.first, list.name.isRDF,
      list.children.allSatisfy({ $0.name == .rdf("li") })
    else { return nil }
    return (list, list.children)
  }

  /// A field of a structure, which may be within an `rdf:Description`.
  private func field(_ local: String) -> XMPNode? {
    for child in children {
      if child.name == XMPName(name.namespace, local) { return child }
      if child.name == .rdf("Description"),
        let field = child.children.first(where: { $0.name == XMPName(name.namespace, local) })
      {
        return field
      }
    }
    return nil
  }
}
