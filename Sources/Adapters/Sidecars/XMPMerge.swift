import MirrorCore

/// Changes the properties of an XMP packet that have changed between two others.
struct XMPMerge {
  let existing: XMPLayout
  /// The packet as it was first written; nil if unknown.
  let before: XMPLayout?
  let after: XMPLayout

  /// The existing packet with the changes; the same bytes if there are none.
  func bytes() -> [UInt8] {
    var edits: [(range: Range<Int>, text: String)] = []
    var additions: [String] = []
    var names: [XMPName] = []
    for property in after.properties + (before?.properties ?? [])
    where !names.contains(property.name) { names.append(property.name) }
    for name in names {
      let now = existing.all(name)
      if name.isRegions, isEdited(name, now), let regions = now.first {
        edits += RegionMerge(existing, regions, from: before, to: after).edits()
        continue
      }
      guard let value = newValue(of: name, now: now) else { continue }
      let inPlace = now.first { !$0.isAttribute }
      for property in now where property.range != inPlace?.range || value.isEmpty {
        edits.append((property.range, ""))
      }
      guard !value.isEmpty else { continue }
      if let inPlace {
        let scope = existing.descriptions[inPlace.description].scope
        edits.append((inPlace.range, declaring(name, value, in: scope)))
      } else {
        additions.append(declaring(name, value, in: existing.descriptions[0].scope))
      }
    }
    return apply(edits, adding: additions)
  }

  /// The element to write; empty if the property goes, nil if it stays.
  private func newValue(of name: XMPName, now: [XMPLayout.Property]) -> String? {
    let new = after.all(name).first
    let meaning = now.map(\.node.meaning)
    guard meaning != [new].compactMap(\.?.node.meaning) else { return nil }
    // Whatever it was, it is of the file that is there.
    if name.isOrigin { return new == nil ? nil : element(new) }
    let isTags = name.isTags
    if let before {
      let old = before.all(name).first
      // An edited value stays, and an edited list of tags gets the changes only.
      guard meaning != [old].compactMap(\.?.node.meaning) else { return element(new) }
      return isTags ? mergedTags(name, now: now.first, old: old, new: new) : nil
    }
    return isTags ? mergedTags(name, now: now.first, old: nil, new: new) : element(new)
  }

  /// Whether a property is not as it was written; true also if that is not known.
  private func isEdited(_ name: XMPName, _ now: [XMPLayout.Property]) -> Bool {
    guard let before else { return true }
    return now.map(\.node.meaning) != before.all(name).map(\.node.meaning)
  }

  private func element(_ property: XMPLayout.Property?) -> String {
    property.map { after.text($0.range) } ?? ""
  }

  /// Nil if nothing changes.
  private func mergedTags(
    _ name: XMPName, now: XMPLayout.Property?, old: XMPLayout.Property?, new: XMPLayout.Property?
  ) -> String? {
    let items = { (property: XMPLayout.Property?) in property?.node.array?.items ?? [] }
    guard now == nil || now?.node.array != nil else { return nil }
    let (held, former, latest) = (items(now), items(old), items(new))
    let removed = Set(former).subtracting(latest)
    let added = latest.filter { !former.contains($0) && !held.contains($0) }
    let merged = held.filter { !removed.contains($0) } + added
    guard merged != held else { return nil }
    guard !merged.isEmpty, let kind = (new ?? now)?.node.array?.kind else { return "" }
    let prefix = [new, old, now].compactMap { $0?.name.prefix }.first { !$0.isEmpty } ?? "ns"
    let list = merged.map { "<rdf:li>\(Self.escape($0))</rdf:li>" }.joined()
    let tag = "\(prefix):\(name.local)"
    return "<\(tag)><rdf:\(kind)>\(list)</rdf:\(kind)></\(tag)>"
  }

  /// An element with declarations of the prefixes that have another meaning where it is inserted.
  private func declaring(_ name: XMPName, _ text: String, in scope: [String: String]) -> String {
    var needed = after.all(name).first?.prefixes ?? [:]
    let tag = text.dropFirst().prefix { $0 != " " && $0 != ">" && $0 != "/" }
    needed[String(tag.prefix { $0 != ":" })] = name.namespace
    needed["rdf"] = XMPName.rdf("").namespace
    return Self.declaring(needed, text, in: scope)
  }

  /// - Parameter needed: Prefixes with their namespaces.
  static func declaring(
    _ needed: [String: String], _ text: String, in scope: [String: String]
  ) -> String {
    let tag = text.dropFirst().prefix { ![" ", ">", "/", "\n"].contains($0) }
    let missing = needed.filter { scope[$0.key] != $0.value }.sorted { $0.key < $1.key }
    guard !missing.isEmpty else { return text }
    let declarations = missing.map { " xmlns:\($0.key)=\"\(escape($0.value))\"" }.joined()
    return text.prefix(1 + tag.count) + declarations + text.dropFirst(1 + tag.count)
  }

  private func apply(
    _ edits: [(range: Range<Int>, text: String)], adding additions: [String]
  ) -> [UInt8] {
    var edits = edits
    if !additions.isEmpty { edits.append(insertion(of: additions.joined(separator: "\n") + "\n")) }
    guard !edits.isEmpty else { return existing.bytes }
    var bytes: [UInt8] = []
    var end = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      bytes += existing.bytes[end..<edit.range.lowerBound] + Array(edit.text.utf8)
      end = edit.range.upperBound
    }
    return bytes + existing.bytes[end...]
  }

  /// At the end of the first description; one without content gets an end tag.
  private func insertion(of text: String) -> (range: Range<Int>, text: String) {
    let description = existing.descriptions[0]
    guard description.isEmpty else { return (description.end..<description.end, text) }
    let name = StartTag(existing.bytes[description.tag]).name
    return (description.tag.upperBound - 2..<description.tag.upperBound, ">\n\(text)</\(name)>")
  }

  private static func escape(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
