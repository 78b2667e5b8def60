import ProviderKit

/// What a listed photo is to the mirror, which decides what a run does with it.
package enum Judgement: Sendable, Hashable {
  /// The catalog does not know it: its file is fetched.
  case new
  /// The catalog knows it, and its file was never stored or is missing: it is fetched.
  case wanted
  /// The same, but another source listed it first, whose metadata and address count.
  case wantedElsewhere
  /// A filter leaves it out, and its file is not there.
  case leftOut(PhotoFilter.Exclusion)
  /// The user asked never to mirror it again.
  case forgotten
  /// Its new version is being stored: the listing has it twice.
  case underway
  /// The site refuses it, and is not asked again yet.
  case unavailable(Refusal)
  /// Its file is there, and the listing has nothing better.
  case known
  /// The same, and its file was just brought back from the trash.
  case restored
  /// Its file is there, and the listing shows another picture, which is fetched.
  case replaced
  /// Its file is there, and the site may have a larger one, which is fetched.
  case larger

  /// Whether the mirror has a file of it, in its place or back in it.
  package var isStored: Bool {
    switch self {
    case .known, .restored, .replaced, .larger, .underway: true
    case .new, .wanted, .wantedElsewhere, .leftOut, .forgotten, .unavailable: false
    }
  }

  /// Whether the mirror is to have its file, and has none.
  var isWanted: Bool { [.wanted, .wantedElsewhere].contains(self) }

  /// The photo's result in a run; nil if its file is fetched.
  package func result(of record: PhotoRecord?) -> PhotoResult? {
    switch self {
    case .new, .wanted, .wantedElsewhere, .replaced, .larger: nil
    case .leftOut(let exclusion): .leftOut(exclusion)
    case .forgotten: .forgotten
    case .underway, .known: .known
    case .unavailable(let refusal): .unavailable(UnavailableFacts(refusal, wasAsked: false))
    case .restored: .restored(path: record?.path ?? "")
    }
  }

  /// The result of a photo that is fetched only to replace a file, if the user edited that: the file stays.
  package func result(ofEdited record: PhotoRecord, now: Int64) -> PhotoResult {
    self == .replaced ? .replaced(ReplacedFacts(edited: record, now: now)) : .known
  }
}

/// Judges the photos of a part of a source's listing. Pure.
package struct Judge: Sendable {
  private let source: SourceRecord
  private let choices: WalkChoices
  private let looks: [Int64: FileLook]
  private let back: Set<Int64>
  private let now: Int64
  private let upgrade: Upgrade

  /// - Parameters:
  ///   - source: Its record during the run.
  ///   - looks: Which files of the mirrored photos exist, by the photos' records.
  ///   - back: The records of photos that are brought back from the trash because they are listed.
  ///   - now: Seconds since 1970.
  package init(
    _ source: SourceRecord, _ choices: WalkChoices, looks: [Int64: FileLook] = [:],
    back: Set<Int64> = [], now: Int64
  ) {
    (self.source, self.choices, self.now) = (source, choices, now)
    (self.looks, self.back) = (looks, back)
    upgrade = Upgrade(size: choices.size, isForAll: choices.isUpgrade, thumbnail: nil)
  }

  /// What a photo of the listing is.
  /// - Parameter match: Its record, if the catalog has one.
  package func judgement(of photo: Photo, _ match: PhotoMatch) -> Judgement {
    let isBack = match.record.map { back.contains($0.id) } ?? false
    // A file that would be brought back is not there yet.
    let isThere = match.record.flatMap { looks[$0.id] }?.isThere ?? isBack
    // A mirrored photo is treated as ever, whatever the filter says.
    if !isThere, let exclusion = choices.filter.exclusion(of: photo) { return .leftOut(exclusion) }
    guard let record = match.record else { return .new }
    if !isBack, let departure = record.departure {
      if departure.isForgotten { return .forgotten }
      if departure.state == .replacing { return .underway }
    }
    guard isThere else {
      if let refusal = unavailability(of: record, listedAs: photo) { return .unavailable(refusal) }
      return match.isForeign ? .wantedElsewhere : .wanted
    }
    // The site may have replaced it while it was away.
    if !match.isForeign, record.isReplaced(by: photo) == true { return .replaced }
    if isBack { return .restored }
    if match.isForeign { return .known }
    let isLarger = upgrade.offers(photo, for: record) || upgrade.mustAsk(about: photo, for: record)
    return isLarger ? .larger : .known
  }

  /// Why an unavailable photo is not requested in this run: its retry time is not reached, its listing shows
  /// the same addresses as before, and the run before listed it too.
  private func unavailability(of record: PhotoRecord, listedAs photo: Photo) -> Refusal? {
    guard !record.isMirrored, let refusal = record.refusal, let retryAt = refusal.retryAt,
      retryAt > now, record.listing?.photo().map({ $0.places == photo.places }) ?? false
    else { return nil }
    let isBack = record.source == source.id && record.run < source.run - 1
    return isBack ? nil : refusal
  }
}
