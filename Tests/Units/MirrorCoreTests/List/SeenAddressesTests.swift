import ProviderKit
import Testing

@testable import MirrorCore

@Suite("Photos that have the same id")
struct SeenAddressesTests {
  private func photo(_ id: String, _ address: String) -> Photo {
    Photo(id: id, owner: "", title: "", renditions: [Rendition(label: "L", url: address)])
  }

  @Test("Two addresses of one id are reported with both addresses, on one page and on two")
  func conflicts() {
    var seen = SeenAddresses()
    let first = [photo("1", "http://a/1.jpg"), photo("2", "http://a/2.jpg")]
    #expect(seen.conflicts(in: first + [photo("1", "http://b/1.jpg")]).count == 1)
    let later = seen.conflicts(in: [photo("2", "http://b/2.jpg"), photo("3", "http://a/3.jpg")])
    #expect(later.count == 1)
    #expect(later.first?.contains("http://a/2.jpg and http://b/2.jpg") == true)
  }

  @Test("A photo that is listed again, perhaps with another signature, is no conflict")
  func repeats() {
    var seen = SeenAddresses()
    let photos = [photo("1", "http://a/1.jpg?sign=1"), photo("1", "http://a/1.jpg?sign=1")]
    #expect(seen.conflicts(in: photos).isEmpty)
    #expect(seen.conflicts(in: [photo("1", "http://a/1.jpg?sign=2")]).isEmpty)
    #expect(
      seen.conflicts(in: [photo("2", "http://a/?id=1"), photo("2", "http://a/?id=2")]).count == 1)
  }
}
