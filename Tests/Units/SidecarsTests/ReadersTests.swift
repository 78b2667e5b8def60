import Foundation
import MirrorCore
import ProviderKit
import TestSupport
import Testing

@testable import Sidecars

/// What exiftool and exiv2 read from sidecars: photo libraries are built on them.
@Suite("Sidecars in other programs")
struct ReadersTests {
  private func run(_ words: String...) async throws -> String {
    let run = try await CommandRun.run("/usr/bin/env", words)
    #expect(run.exitCode == 0, "\(run.errors)")
    return run.output
  }

  /// `NAME: VALUE` lines without the alignment.
  private func lines(_ output: String) -> [String] {
    output.split(separator: "\n").map { line in
      let parts = line.split(separator: ":", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      return parts.joined(separator: ": ")
    }
  }

  @Test("exiftool reads every property with its value")
  func exiftool() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("a.jpg.xmp")
    let photo = Samples.photo(tags: ["cat", "a/b", "x|y"])
    try Data(Samples.xmp(photo)).write(to: URL(filePath: path))
    let read = lines(
      try await run("exiftool", "-s", "-a", "-n", "-sep", ";", "-XMP:all", path))
    #expect(
      read == [
        "Title: Old harbour",
        "Description: Seen from the pier (https://example.org/?a=1&b=2) & back.second line",
        "Creator: Ann", "Subject: cat;a/b;x|y", "TagsList: cat;a∕b;x∣y",
        "HierarchicalSubject: cat;a∕b;x∣y", "Identifier: flickr:5", "Identifier: flickr:5",
        "Source: https://example.org/5", "Source: https://example.org/5", "Rights: CC BY 4.0",
        "UsageTerms: CC BY 4.0", "Marked: True",
        "WebStatement: https://creativecommons.org/licenses/by/4.0/",
        "License: https://creativecommons.org/licenses/by/4.0/", "AttributionName: Ann",
        "AttributionURL: https://example.org/5", "DateTimeOriginal: 2024:05:01 06:10:00",
        "DateCreated: 2024:05:01 06:10:00", "Issued: 2024:05:01 21:46:40Z",
        "GPSVersionID: 2.3.0.0", "GPSLatitude: -33.5", "GPSLongitude: -151.25",
      ])
  }

  @Test("exiv2 reads every property with its value")
  func exiv2() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("a.jpg.xmp")
    try Data(Samples.xmp(Samples.photo(tags: ["cat", "a/b"]))).write(to: URL(filePath: path))
    let read = try await run("exiv2", "-q", "-Pkt", path).split(separator: "\n").map { line in
      // exiv2 0.28 writes "33 deg", older versions "33deg".
      line.split(separator: " ").joined(separator: " ").replacing(" deg ", with: "deg ")
    }
    for line in [
      "Xmp.dc.title lang=\"x-default\" Old harbour", "Xmp.dc.subject cat, a/b",
      "Xmp.digiKam.TagsList cat, a∕b", "Xmp.lr.hierarchicalSubject cat, a∕b",
      "Xmp.dc.creator Ann", "Exif.Photo.DateTimeOriginal 2024:05:01 06:10:00",
      "Xmp.cc.license https://creativecommons.org/licenses/by/4.0/",
      "Exif.GPSInfo.GPSLatitude 33deg 30' 0\"", "Exif.GPSInfo.GPSLatitudeRef South",
      "Exif.GPSInfo.GPSLongitude 151deg 15' 0\"", "Exif.GPSInfo.GPSLongitudeRef West",
      "Xmp.xmpRights.WebStatement https://creativecommons.org/licenses/by/4.0/",
    ] { #expect(read.contains(line), "\(line)\n\(read)") }
  }

  @Test("exiftool reads people, notes, the place and the orientation of an original")
  func regions() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("a.jpg.xmp")
    let original = SidecarPicture(width: 3000, height: 4000, isOriginal: true)
    try Data(Samples.xmp(Samples.detailed(), beside: original)).write(to: URL(filePath: path))
    let read = lines(
      try await run(
        "exiftool", "-s", "-a", "-n", "-sep", ";", "-City", "-State", "-Country", "-Location",
        "-PersonInImage", "-Orientation", "-RegionAppliedToDimensions*", "-RegionName",
        "-RegionType", "-RegionDescription", "-RegionArea*", path))
    // The site shows the original turned by 90 degrees: 500 × 375 pixels.
    #expect(
      read == [
        "City: Lund", "State: Skåne", "Country: Sverige", "Location: Centrum",
        "PersonInImage: Ann & Bo", "Orientation: 6", "RegionAppliedToDimensionsW: 3000",
        "RegionAppliedToDimensionsH: 4000", "RegionAppliedToDimensionsUnit: pixel",
        "RegionName: Ann & Bo", "RegionType: Face", "RegionDescription: the quay",
        "RegionAreaX: 0.300000;0.300000", "RegionAreaY: 0.750000;0.750000",
        "RegionAreaW: 0.200000;0.200000", "RegionAreaH: 0.100000;0.100000",
        "RegionAreaUnit: normalized;normalized",
      ])
  }

  @Test("exiv2 reads people, notes and the place")
  func regionsInExiv2() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("a.jpg.xmp")
    try Data(Samples.xmp(Samples.detailed())).write(to: URL(filePath: path))
    let read = try await run("exiv2", "-q", "-Pkt", path).split(separator: "\n").map { line in
      // exiv2 0.28 writes "33 deg", older versions "33deg".
      line.split(separator: " ").joined(separator: " ").replacing(" deg ", with: "deg ")
    }
    let list = "Xmp.mwg-rs.Regions/mwg-rs:RegionList"
    for line in [
      "Xmp.photoshop.City Lund", "Xmp.photoshop.State Skåne", "Xmp.photoshop.Country Sverige",
      "Xmp.iptc.Location Centrum", "Xmp.iptcExt.PersonInImage Ann & Bo",
      "Xmp.mwg-rs.Regions/mwg-rs:AppliedToDimensions/stDim:w 4000",
      "\(list)[1]/mwg-rs:Name Ann & Bo", "\(list)[1]/mwg-rs:Type Face",
      "\(list)[1]/mwg-rs:Area/stArea:x 0.250000", "\(list)[1]/mwg-rs:Area/stArea:y 0.300000",
      "\(list)[1]/mwg-rs:Area/stArea:w 0.100000", "\(list)[1]/mwg-rs:Area/stArea:h 0.200000",
      "\(list)[2]/mwg-rs:Description the quay",
    ] { #expect(read.contains(line), "\(line)\n\(read)") }
    // Only an original can be turned.
    #expect(!read.contains { $0.contains("Orientation") })
  }

  @Test("A region that somebody added survives a rewrite, and the site's regions follow the site")
  func ownRegions() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("a.jpg.xmp")
    let before = Samples.detailed(people: ["Ann", "Bo"])
    let after = Samples.detailed(people: ["Bo", "Cy"], note: "the old quay")
    try Data(Samples.xmp(before)).write(to: URL(filePath: path))
    let list = "Xmp.mwg-rs.Regions/mwg-rs:RegionList[4]"
    _ = try await run(
      "exiv2", "-M", "set \(list)/mwg-rs:Name Mine", "-M", "set \(list)/mwg-rs:Type Face", "-M",
      "set Xmp.iptcExt.PersonInImage Mine", path)
    let existing = Array(try Data(contentsOf: URL(filePath: path)))
    let rewritten = try SidecarMerge().rewrite(
      existing, as: .xmp, from: Samples.xmp(before), to: Samples.xmp(after))
    try Data(rewritten).write(to: URL(filePath: path))
    let read = lines(
      try await run(
        "exiftool", "-s", "-sep", ";", "-RegionName", "-RegionDescription", "-PersonInImage", path))
    #expect(
      read == [
        "RegionName: Bo;Mine;Cy", "RegionDescription: the old quay", "PersonInImage: Bo;Mine;Cy",
      ])
    let again = try SidecarMerge().rewrite(
      rewritten, as: .xmp, from: Samples.xmp(before), to: Samples.xmp(after))
    #expect(again == rewritten)
  }

  @Test(
    "What exiftool and exiv2 write into a sidecar survives a rewrite, and they read the new title")
  func written() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.appending("a.jpg.xmp")
    let (before, after) = (Samples.photo(), Samples.photo(title: "New", tags: ["cat", "fog"]))
    try Data(Samples.xmp(before)).write(to: URL(filePath: path))
    _ = try await run(
      "exiftool", "-q", "-overwrite_original", "-XMP-xmp:Rating=4", "-XMP-tiff:Artist=Else", path)
    _ = try await run("exiv2", "-M", "set Xmp.xmp.Label Red", path)
    let existing = Array(try Data(contentsOf: URL(filePath: path)))
    let rewritten = try SidecarMerge().rewrite(
      existing, as: .xmp, from: Samples.xmp(before), to: Samples.xmp(after))
    try Data(rewritten).write(to: URL(filePath: path))
    let read = lines(
      try await run(
        "exiftool", "-s", "-a", "-sep", ";", "-Title", "-Subject", "-TagsList", "-Rating", "-Label",
        "-Artist", "-Rights", path))
    #expect(
      read == [
        "Title: New", "Subject: cat;fog", "TagsList: cat;fog", "Rating: 4", "Label: Red",
        "Artist: Else", "Rights: CC BY 4.0",
      ])
  }
}
