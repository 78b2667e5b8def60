import Foundation
import TestSupport
import Testing

@testable import PhotomirrorCommand

@Suite("File systems that are not mounted")
struct MountTableTests {
  @Test(
    "The mount point above a path is found, with escaped spaces, and only if it is not mounted",
    arguments: [
      ("/mnt/photos/a", "/mnt/photos"), ("/mnt/photos", "/mnt/photos"), ("/mnt/photos2", nil),
      ("/mnt/my disk/x", "/mnt/my disk"), ("/home/me", nil), ("/", nil), ("/srv/x", nil),
    ])
  func found(path: String, point: String?) throws {
    let folder = try TemporaryDirectory()
    let (fstab, mounts) = (folder.appending("fstab"), folder.appending("mounts"))
    try Data(
      """
      # a comment /srv
      UUID=1 / ext4 defaults 0 1
      UUID=2 /mnt/photos ext4 noauto 0 2
      UUID=3 /mnt/my\\040disk ext4 defaults 0 2
      UUID=4 none swap sw 0 0
      UUID=5 /home ext4 defaults 0 2
      """.utf8
    ).write(to: URL(filePath: fstab))
    try Data("/dev/a / ext4 rw 0 0\n/dev/b /home ext4 rw 0 0\n".utf8).write(
      to: URL(filePath: mounts))
    #expect(MountTable.unmounted(above: path, fstab: fstab, mounts: mounts) == point)
  }
}
