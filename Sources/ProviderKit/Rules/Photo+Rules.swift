extension Photo {
  /// The photo, its texts cleaned and impossible numbers dropped.
  /// - Throws: ``ProviderFailure`` with `.malformed` if its id, site, owner or an address is invalid.
  package func checked() throws(ProviderFailure) -> Photo {
    guard id.isName() else {
      throw malformed("the id is empty, too long or holds control characters")
    }
    guard site?.isName() ?? true else {
      throw malformed("the site is empty, too long or holds control characters")
    }
    guard owner.isEmpty || owner.isName() else {
      throw malformed("the owner is too long or holds control characters")
    }
    var checked = self
    checked.ownerName = ownerName?.cleaned(to: JointLimits.text)
    checked.title = title.cleaned(to: JointLimits.text)
    checked.about = about?.cleaned(to: JointLimits.text, keepsLines: true)
    checked.pageURL = pageURL.flatMap { $0.isWebAddress ? $0 : nil }
    checked.takenAt = takenAt.flatMap(Photo.checked(takenAt:))
    checked.uploadedAt = uploadedAt.flatMap { Photo.moments.contains($0) ? $0 : nil }
    checked.tags = tags.prefix(JointLimits.tags).map { $0.cleaned(to: JointLimits.sentence) }
    checked.license = license?.cleaned()
    if !isOnEarth { (checked.latitude, checked.longitude) = (nil, nil) }
    checked.renditions = try Rendition.checked(renditions)
    return checked
  }

  /// Seconds since 1970 of the years 1 to 9999, which every calendar can write.
  private static let moments: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  private var isOnEarth: Bool {
    guard let latitude, let longitude else { return false }
    return (-90...90).contains(latitude) && (-180...180).contains(longitude)
  }
}

extension License {
  fileprivate func cleaned() -> License {
    License(
      name: name.cleaned(to: JointLimits.sentence), url: url.flatMap { $0.isWebAddress ? $0 : nil })
  }
}
