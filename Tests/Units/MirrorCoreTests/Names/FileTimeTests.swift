import Foundation
import ProviderKit
import Testing

@testable import MirrorCore

@Suite("The modification time of files")
struct FileTimeTests {
  @Test("A file has the time when its photo was taken, on this machine's clock, or else uploaded")
  func taken() throws {
    let photo = Photo(
      id: "5", owner: "o", takenAt: "2024-05-01 06:10:07", uploadedAt: 1_714_600_000)
    let seconds = try #require(FileTime.taken.seconds(of: photo))
    let parts = Calendar.current.dateComponents(
      [.year, .month, .day, .hour, .minute, .second],
      from: Date(timeIntervalSince1970: Double(seconds)))
    #expect([parts.year, parts.month, parts.day] == [2024, 5, 1])
    #expect([parts.hour, parts.minute, parts.second] == [6, 10, 7])
    let old = Photo(id: "5", owner: "o", takenAt: "1905~")
    let early = try #require(FileTime.taken.seconds(of: old))
    #expect(
      Calendar.current.component(.year, from: Date(timeIntervalSince1970: Double(early))) == 1905)
    #expect(FileTime.taken.seconds(of: Photo(id: "5", owner: "o", uploadedAt: 7)) == 7)
    #expect(FileTime.taken.seconds(of: Photo(id: "5", owner: "o")) == nil)
  }

  @Test("Other times are that of the upload and that of storing")
  func others() {
    let photo = Photo(id: "5", owner: "o", takenAt: "2024", uploadedAt: 7)
    #expect(FileTime.uploaded.seconds(of: photo) == 7 && FileTime.now.seconds(of: photo) == nil)
  }
}
