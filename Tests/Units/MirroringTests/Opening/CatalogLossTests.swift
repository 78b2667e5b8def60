import Catalog
import Testing

@testable import Mirroring

@Suite("A catalog that may be lost")
struct CatalogLossTests {
  @Test("An empty or cut file beside photos or snapshots is a lost catalog, as a missing one is")
  func table() {
    let table: [(CatalogRemains, snapshots: Bool, files: Bool, CatalogLoss?)] = [
      (.missing, false, false, nil), (.missing, false, true, nil),
      (.missing, true, false, .missing), (.missing, true, true, .missing),
      (.empty, false, false, nil), (.empty, false, true, .emptied),
      (.empty, true, false, .emptied), (.empty, true, true, .emptied),
      (.cut, false, false, nil), (.cut, false, true, .emptied),
      (.cut, true, false, .emptied), (.cut, true, true, .emptied),
      (.file, false, false, nil), (.file, true, true, nil),
    ]
    for (remains, snapshots, files, loss) in table {
      #expect(
        CatalogLoss(remains, hasSnapshots: snapshots, hasFiles: files) == loss,
        "\(remains) \(snapshots) \(files)")
    }
  }

  @Test("A file that is no catalog is a damaged one beside snapshots or files; a newer one is not")
  func damage() {
    let table: [(CatalogError.Kind, alone: Bool, besides: Bool)] = [
      (.damaged, true, true), (.foreign, false, true), (.statement, false, true),
      (.otherVersion, false, false), (.linked, false, false), (.busy, false, false),
      (.disk, false, false), (.system(errno: 28), false, false), (.moved, false, false),
      (.unfinished, false, false), (.outdated, false, false),
    ]
    for (kind, alone, besides) in table {
      #expect(CatalogLoss.isDamage(kind, hasSnapshots: false, hasFiles: false) == alone)
      #expect(CatalogLoss.isDamage(kind, hasSnapshots: true, hasFiles: false) == besides)
      #expect(CatalogLoss.isDamage(kind, hasSnapshots: false, hasFiles: true) == besides)
    }
  }
}
