import Foundation
import MirrorCore
import ProviderKit

/// Sidecars of one photo, and a sidecar that other programs have written to.
enum Samples {
  static func photo(title: String = "Old harbour", tags: [String] = ["cat", "sea"]) -> Photo {
    Photo(
      id: "5", owner: "12@N07", ownerName: "Ann", title: title,
      about:
        "Seen from <a href=\"https://example.org/?a=1&amp;b=2\">the pier</a> & <b>back</b>\nsecond line",
      pageURL: "https://example.org/5", takenAt: "2024-05-01 06:10:00", uploadedAt: 1_714_600_000,
      tags: tags,
      license: License(name: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/"),
      latitude: -33.5, longitude: -151.25)
  }

  /// The same with somebody in it, a note and a place in words.
  static func detailed(people: [String] = ["Ann & Bo"], note: String = "the quay") -> Photo {
    var photo = photo()
    let box = PhotoBox(x: 100, y: 75, width: 50, height: 75, edge: 500)
    photo.details = PhotoDetails(
      info: PhotoInfo(rotation: 90),
      people: people.map { PersonInPhoto(id: "1@N00", name: "ann", realName: $0, box: box) },
      notes: [NoteOnPhoto(id: "n", text: note, box: box)],
      geo: PhotoGeo(
        neighbourhood: "Centrum", locality: "Lund", county: "Lund", region: "Skåne",
        country: "Sverige"))
    return photo
  }

  static func xmp(_ photo: Photo) -> [UInt8] {
    xmp(photo, beside: SidecarPicture(width: 4000, height: 3000, isOriginal: false))
  }

  static func xmp(_ photo: Photo, beside picture: SidecarPicture) -> [UInt8] {
    Sidecar.bytes(of: photo, beside: picture, as: .xmp, provider: "flickr")
  }

  static func json(_ photo: Photo) -> [UInt8] {
    Sidecar.bytes(of: photo, as: .json, provider: "flickr")
  }

  /// As darktable and digiKam write: simple properties as attributes, some of them aliases of ours, a comment,
  /// history, and a structure.
  static let foreign = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- kept -->
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about=""
        xmlns:d="http://purl.org/dc/elements/1.1/"
        xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
        xmlns:darktable="http://darktable.sf.net/"
       d:source="https://example.org/5" tiff:Artist="Someone &gt; else"
       darktable:xmp_version="4">
       <d:title><rdf:Alt><rdf:li xml:lang="x-default">Old harbour</rdf:li></rdf:Alt></d:title>
       <tiff:ImageDescription>my words</tiff:ImageDescription>
       <darktable:history><rdf:Seq>
        <rdf:li darktable:num="0" darktable:operation="rawprepare"/></rdf:Seq></darktable:history>
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>

    """
}

extension [UInt8] {
  var text: String { String(decoding: self, as: UTF8.self) }
}
