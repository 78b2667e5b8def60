/// A photo in a report: a new one, one that is not mirrored, or one that left.
package struct ReportedPhoto: Sendable, Hashable {
  /// Why it is reported.
  package enum Kind: Sendable, Hashable, CaseIterable {
    /// Stored since the last run began.
    case new
    /// Its picture was exchanged for the site's new one since the last run began.
    case updated
    /// It was mirrored, its file is not in the mirror any more, and nobody let it go.
    case lost
    /// The next run tries it again.
    case failed
    /// The site refused it in more than one run.
    case unavailable
    /// The site shows another picture since.
    case replaced
    /// The source does not list it any more; it is kept.
    case gone
    /// Its files were moved to the trash, or deleted.
    case left
  }

  /// Its id at the site.
  package let key: String
  /// One line; empty if none.
  package let title: String
  /// The owner's name for people; nil if unknown.
  package let ownerName: String?
  /// The address of its page at the site; nil if unknown.
  package let pageURL: String?
  /// Why it is not mirrored, or left; nil for a new one.
  package let reason: String?
  /// When it was stored, first refused, last failed, or left, in seconds since 1970; nil if unknown.
  package let since: Int64?
  /// Its file, relative to the mirror's directory; nil if none.
  package let path: String?
  /// Its thumbnail, relative to the mirror's directory; nil if none.
  package let thumbnail: String?

  package init(
    key: String, title: String, ownerName: String?, pageURL: String?, reason: String? = nil,
    since: Int64? = nil, path: String? = nil, thumbnail: String? = nil
  ) {
    (self.key, self.title, self.ownerName, self.pageURL) = (key, title, ownerName, pageURL)
    (self.reason, self.since, self.path, self.thumbnail) = (reason, since, path, thumbnail)
  }
}
