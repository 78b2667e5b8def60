import MirrorCore

/// The photos of a kind in a report.
package struct ReportList: Sendable, Hashable {
  /// The reason for which the photos are in the report.
  package let kind: ReportedPhoto.Kind
  /// Also of those that are not shown.
  package let count: Int
  /// The photos that are shown.
  package let photos: [ReportedPhoto]
  /// Whether all this happened in the period of the report.
  package let isOfPeriod: Bool

  package init(
    kind: ReportedPhoto.Kind, count: Int, photos: [ReportedPhoto], isOfPeriod: Bool = false
  ) {
    (self.kind, self.count, self.photos) = (kind, count, photos)
    self.isOfPeriod = isOfPeriod
  }

  /// What the photos are.
  package var title: String {
    switch kind {
    case .new: isOfPeriod ? "new" : "new since the last run began"
    case .updated: isOfPeriod ? "with a new picture" : "with a new picture since the last run began"
    case .lost: "lost: mirrored once, and without its file now"
    case .failed: "failed; the next run tries again"
    case .unavailable: "refused by the site"
    case .replaced: "with another picture at the site"
    case .gone: "gone from the source, and kept"
    case .left: "moved to the trash, or deleted"
    }
  }
}
