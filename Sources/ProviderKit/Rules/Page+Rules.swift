extension Page {
  /// The page without the photos that break a rule; each of them is named in ``refused``.
  /// - Throws: ``ProviderFailure`` with `.malformed` where the page as a whole cannot be used.
  package func checked() throws(ProviderFailure) -> Page {
    guard photos.count <= JointLimits.photos, refused.count <= JointLimits.photos,
      skipped.count <= JointLimits.photos
    else {
      throw malformed("the page has more than \(JointLimits.photos) entries")
    }
    guard next.map({ $0.isName(within: JointLimits.address) }) ?? true else {
      throw malformed("the next page's cursor is empty, too long or holds control characters")
    }
    var checked = Page(photos: [], next: next, total: total.flatMap { $0 < 0 ? nil : $0 })
    checked.photos.reserveCapacity(photos.count)
    checked.refused = refused.map { $0.cleaned(to: JointLimits.sentence) }
    checked.skipped = skipped.map { $0.checked() }
    checked.notes = notes.prefix(JointLimits.notes).map { $0.cleaned(to: JointLimits.sentence) }
    for (index, photo) in photos.enumerated() {
      do throws(ProviderFailure) {
        checked.photos.append(try photo.checked())
      } catch {
        let name = photo.id.isEmpty ? "\(index + 1) of the page" : quoted(photo.id)
        checked.refused.append("photo \(name): \(error.message)")
      }
    }
    return checked
  }
}

extension SkippedEntry {
  /// The entry with texts that can be shown. One without an id or a kind is skipped all the same.
  fileprivate func checked() -> SkippedEntry {
    let kind = kind.cleaned(to: JointLimits.name)
    return SkippedEntry(
      id: id.cleaned(to: JointLimits.name), kind: kind.isEmpty ? "entry" : kind,
      reason: reason.cleaned(to: JointLimits.sentence))
  }
}
