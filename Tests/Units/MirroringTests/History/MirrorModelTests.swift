import MirrorHistories
import Testing

/// The model itself: what it takes for broken, and what for right.
@Suite("The model of a mirror")
struct MirrorModelTests {
  private typealias Entry = PlaceFacts.Entry
  private typealias Sync = HistoryCommand.Sync

  /// A model of a photo that was mirrored in its first version, and replaced once at the site.
  private static func model(
    _ change: (inout MirrorModel.Photo) -> Void = { _ in }
  ) -> MirrorModel {
    var model = MirrorModel(["1"])
    var photo = MirrorModel.Photo()
    (photo.served, photo.version) = (["old": 0, "new": 2], 1)
    (photo.standing, photo.current) = (.mirrored, "old")
    photo.edits = ["edit"]
    change(&photo)
    model.photos["1"] = photo
    return model
  }

  private static func place(_ entry: Entry, setAside: Set<String> = []) -> PlaceFacts {
    var facts = PlaceFacts()
    (facts.exists, facts.entries["1"], facts.setAside) = (true, entry, setAside)
    (facts.sidecars["1"], facts.thumbnails["1"]) = (.whole, .whole)
    if case .file(let digest) = entry { facts.visible = [digest] }
    return facts
  }

  /// The laws that a command breaks whose mirror has one file before and another one after it.
  private static func broken(
    _ command: HistoryCommand, _ before: PlaceFacts, _ after: PlaceFacts,
    copies: (before: PlaceFacts, after: PlaceFacts)? = nil, status: Int32 = 0,
    in model: MirrorModel = model()
  ) -> Set<HistoryLaw> {
    var model = model
    var (old, new) = (HistoryFacts([.mirror: before]), HistoryFacts([.mirror: after]))
    if let copies { (old[.copy], new[.copy]) = copies }
    let seen = ObservedCommand(
      command, of: command.named.map { "\($0)" }, CommandOutcome(status: status), from: old, to: new
    )
    return Set(model.observe(seen).map(\.law))
  }

  @Test(
    "A photo's file stays, or gives way to a newer picture of the site",
    arguments: [
      ("old", "old", []), ("old", "new", []), ("new", "old", [.bytes]),
      ("old", nil, [.bytes, .places]), ("rot", nil, [.places]), ("rot", "old", []),
      ("rot", "rot", []), ("rot", "other", [.places]), ("edit", "new", [.edits]),
      ("edit", nil, [.edits]), (nil, "old", []), (nil, nil, []),
    ] as [(String?, String?, Set<HistoryLaw>)])
  func files(before: String?, after: String?, laws: Set<HistoryLaw>) {
    let entries = [before, after].map { $0.map(Entry.file) ?? .missing }
    let broken = Self.broken(
      .sync(Sync()), Self.place(entries[0]), Self.place(entries[1]))
    #expect(broken == laws)
  }

  @Test("A photo may leave its place if the owner lets it go, and its bytes if that is for good")
  func leaving() {
    var trash = Sync()
    trash.gone = .trash
    var delete = Sync()
    delete.gone = .delete
    let gone = Self.model { $0.isListed = false }
    let (there, away) = (Self.place(.file("old")), Self.place(.missing))
    var trashed = away
    trashed.trash = ["old"]
    #expect(Self.broken(.sync(trash), there, trashed, in: gone) == [])
    #expect(Self.broken(.sync(trash), there, trashed) == [.places])
    #expect(Self.broken(.sync(trash), there, away, in: gone) == [.bytes])
    #expect(Self.broken(.sync(delete), there, away, in: gone) == [])
    let kept = Self.model { ($0.isListed, $0.isKept) = (false, true) }
    #expect(Self.broken(.sync(trash), there, trashed, in: kept) == [.places])
    #expect(Self.broken(.forget(1), there, trashed) == [])
    #expect(Self.broken(.forget(2), there, trashed) == [.places])
    let left = Self.model { $0.standing = .left }
    #expect(Self.broken(.emptyTrash, trashed, away, in: left) == [])
    #expect(Self.broken(.recover, trashed, away, in: left) == [.bytes])
  }

  @Test(
    "verify names a mirrored photo that is not whole, and no other",
    arguments: [
      (.mirrored, "old", false, false), (.mirrored, "new", true, false),
      (.mirrored, nil, true, false),
      (.mirrored, "edit", true, false), (.mirrored, "edit", false, true),
      (.left, nil, false, false),
      (.forgotten, nil, false, false), (.unknown, nil, false, false),
    ] as [(MirrorModel.Standing, String?, Bool, Bool)])
  func verifying(
    standing: MirrorModel.Standing, file: String?, isNamed: Bool, isAccepted: Bool
  ) {
    let model = Self.model {
      ($0.standing, $0.edit, $0.isAccepted) = (standing, "edit", isAccepted)
    }
    let facts = Self.place(file.map(Entry.file) ?? .missing)
    for named in [true, false] {
      var outcome = CommandOutcome(status: named ? 1 : 0)
      outcome.named = named ? ["1"] : []
      let law: HistoryLaw = isNamed ? .verifyNames : .verifyClean
      let broken = model.check(outcome, of: .mirror, facts).map(\.law)
      #expect(broken == (named == isNamed ? [] : [law]))
    }
    let silent = model.check(CommandOutcome(status: 1), of: .mirror, facts)
    #expect(silent.contains { $0.text.contains("leaves with 1") })
  }

  @Test("A copy keeps whole files and companions, unless it gets newer ones or the photo left")
  func copies() {
    let (whole, newer) = (Self.place(.file("old")), Self.place(.file("new")))
    var aside = Self.place(.missing, setAside: ["old"])
    let lost = Self.place(.missing)
    let copy = HistoryCommand.copy(.copy)
    #expect(Self.broken(copy, lost, lost, copies: (whole, whole)) == [])
    #expect(Self.broken(copy, lost, lost, copies: (whole, aside)) == [.copyKeeps])
    #expect(Self.broken(copy, newer, newer, copies: (whole, newer)) == [])
    let left = Self.model { $0.standing = .left }
    #expect(Self.broken(copy, lost, lost, copies: (whole, aside), in: left) == [])
    aside = whole
    aside.sidecars["1"] = .damaged
    #expect(Self.broken(copy, whole, whole, copies: (whole, aside)) == [.companions])
    #expect(Self.broken(copy, whole, whole, copies: (aside, aside)) == [])
  }

  @Test("A repair brings back what is there, and leaves with 1 if something is missing")
  func repairs() {
    let (whole, lost) = (Self.place(.file("old")), Self.place(.missing))
    let aside = Self.place(.missing, setAside: ["old"])
    let (plain, repair) = (
      HistoryCommand.repair(.mirror, from: []), HistoryCommand.repair(.mirror, from: [.copy])
    )
    #expect(Self.broken(repair, lost, whole, copies: (aside, aside)) == [])
    #expect(Self.broken(repair, lost, lost, copies: (aside, aside), status: 1) == [.repairBrings])
    #expect(Self.broken(repair, aside, aside, copies: (lost, lost), status: 1) == [.repairBrings])
    #expect(Self.broken(plain, aside, aside, status: 1) == [])
    #expect(Self.broken(plain, lost, lost) == [.repairStatus])
    var shelved = lost
    shelved.visible = ["old"]
    #expect(Self.broken(plain, shelved, shelved, status: 1) == [.repairBrings])
  }

  @Test("With a lost catalog every command refuses, and changes nothing, until it is recovered")
  func lostCatalog() {
    var model = Self.model()
    model.isCatalogLost = true
    let (whole, lost) = (Self.place(.file("old")), Self.place(.missing))
    #expect(Self.broken(.sync(Sync()), whole, whole, status: 4, in: model) == [])
    #expect(Self.broken(.sync(Sync()), whole, whole, in: model) == [.lostCatalog])
    #expect(Self.broken(.sync(Sync()), whole, lost, status: 4, in: model) == [.lostCatalog])
    #expect(Self.broken(.recover, whole, whole, in: model) == [])
  }

  @Test("Runs fetch what the site lists, not what was forgotten, and nothing twice")
  func runs() {
    var full = Sync()
    full.isFull = true
    let (old, new, lost) = (
      Self.place(.file("old")), Self.place(.file("new")), Self.place(.missing)
    )
    #expect(Self.broken(.sync(full), old, new) == [])
    #expect(Self.broken(.sync(full), old, old) == [.complete])
    #expect(Self.broken(.sync(full), lost, lost) == [.complete])
    #expect(Self.broken(.sync(Sync()), lost, lost) == [])
    let forgotten = Self.model { $0.standing = .forgotten }
    #expect(Self.broken(.sync(full), lost, lost, in: forgotten) == [])
    #expect(Self.broken(.sync(full), lost, new, in: forgotten) == [.forgotten])
    #expect(Self.broken(.remember(1), lost, old, in: forgotten) == [])
    #expect(Self.broken(.verify(.mirror), old, new) == [.reading])
    #expect(Self.broken(.rename(0), old, old, status: 4) == [.ending])
  }
}
