import ProviderKit
import Testing

@testable import MirrorCore

@Suite("Regions of pictures")
struct RegionAreaTests {
  private let box = PhotoBox(x: 100, y: 75, width: 50, height: 75, edge: 500)

  @Test(
    "A box on the site's picture is the same part of the stored one, however the site turned it",
    arguments: [
      (0, 4000, 3000, "0.250000", "0.300000", "0.100000", "0.200000"),
      (90, 3000, 4000, "0.300000", "0.750000", "0.200000", "0.100000"),
      (180, 4000, 3000, "0.750000", "0.700000", "0.100000", "0.200000"),
      (270, 3000, 4000, "0.700000", "0.250000", "0.200000", "0.100000"),
    ])
  func turned(
    degrees: Int, width: Int, height: Int, x: String, y: String, w: String, h: String
  ) throws {
    let picture = SidecarPicture(width: width, height: height, isOriginal: true)
    let area = try #require(RegionArea(box, in: picture, turned: degrees))
    #expect(
      area.element
        == "<mwg-rs:Area stArea:x=\"\(x)\" stArea:y=\"\(y)\" stArea:w=\"\(w)\" stArea:h=\"\(h)\" "
        + "stArea:unit=\"normalized\"/>")
  }

  @Test("A box beyond the picture is cut or dropped, and so is one of a picture of unknown size")
  func bounds() {
    let picture = SidecarPicture(width: 400, height: 100, isOriginal: false)
    let low = PhotoBox(x: 0, y: 130, width: 10, height: 10, edge: 500)
    #expect(RegionArea(low, in: picture, turned: 0) == nil)
    let over = PhotoBox(x: 0, y: 100, width: 10, height: 50, edge: 500)
    #expect(
      RegionArea(over, in: picture, turned: 0)?.element.contains("stArea:h=\"0.200000\"") == true)
    #expect(RegionArea(nil, in: picture, turned: 0) == nil)
    let unknown = SidecarPicture(width: 0, height: 0, isOriginal: false)
    #expect(RegionArea(box, in: unknown, turned: 0) == nil)
  }

  @Test("Only the uploaded file is turned by the site")
  func original() {
    let info = PhotoInfo(rotation: 270)
    let original = SidecarPicture(width: 1, height: 1, isOriginal: true)
    #expect(original.turn(info) == 270 && original.turn(nil) == 0)
    #expect(SidecarPicture(width: 1, height: 1, isOriginal: false).turn(info) == 0)
  }
}
