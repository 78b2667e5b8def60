import Console
import MirrorCore

/// The help on units of work.
enum UnitReference {
  static let text = """
    'photomirror list SOURCE --units' writes a unit of work for each photo, and
    'photomirror fetch' reads units: JSON objects, one on each line. A unit needs
    only an id and an address; other programs may write units too.

    member       value
    id           the photo's id at its site
    site         the site, such as flickr.com
    provider     the provider's name, for the sidecar
    name         where the file is stored, without extension: o/2024-05-01_Boat_1
    address      the file's address, http or https
    label        the site's name of the size
    width        pixels that the site promises; the same for height
    bytes        the length that the site promises
    digest       the digest that the site promises: md5:, sha1: or sha256:HEX
    video        true for a video
    smaller      smaller sizes (label, url, width, height) for the case that the
                 site refuses this one
    still        the size that a video's thumbnail is made of
    placeholders parts of final addresses that mean 'not available'
    formats      formats to keep although they cannot be checked by decoding
    limits       what the site allows the hosts of this unit's addresses (width,
                 bytesPerSecond, and host); fetch keeps to it
    tag          any JSON of your own, such as a caption; the result repeats it
    photo        the metadata for the sidecar; without it there is none

    A unit whose name is stored already is known, and not fetched. Names that two
    photos share are fetched once. The results are JSON objects, one for each
    line, in any order:

    \(results.joined(separator: "\n"))
    """

  private static var results: [String] {
    WordWrap.lines(UnitResult.keys.told().text.split(separator: " "), width: 79)
  }
}
