import MirrorCore
import XML

/// The name of an element or attribute, with its namespace.
struct XMPName: Hashable {
  let namespace: String
  let local: String
  /// As written; not part of the name.
  let prefix: String

  init(_ namespace: String, _ local: String, prefix: String = "") {
    (self.namespace, self.local, self.prefix) = (namespace, local, prefix)
  }

  /// A name of a tag.
  init(_ text: XMLText) {
    let name = XMLName(text.text)
    self.init(String(name.namespace), name.local, prefix: String(name.prefix))
  }

  static func == (one: XMPName, other: XMPName) -> Bool {
    one.namespace == other.namespace && one.local == other.local
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(namespace)
    hasher.combine(local)
  }

  /// In order of namespaces.
  static func isBefore(_ one: XMPName, _ other: XMPName) -> Bool {
    (one.namespace, one.local) < (other.namespace, other.local)
  }

  static func rdf(_ local: String) -> XMPName {
    XMPName("http://www.w3.org/1999/02/22-rdf-syntax-ns#", local)
  }

  var isRDF: Bool { namespace == XMPName.rdf("").namespace }
  var isXML: Bool { namespace == "http://www.w3.org/XML/1998/namespace" }

  /// What this program alone writes, of the picture's file.
  var isOrigin: Bool { namespace == PictureOrigin.namespace }

  /// Tags and names; several programs write their own selection of them.
  var isTags: Bool {
    [
      XMPName("http://purl.org/dc/elements/1.1/", "subject"),
      XMPName("http://www.digikam.org/ns/1.0/", "TagsList"),
      XMPName("http://ns.adobe.com/lightroom/1.0/", "hierarchicalSubject"),
      XMPName("http://iptc.org/std/Iptc4xmpExt/2008-02-29/", "PersonInImage"),
    ].contains(self)
  }

  /// Regions of a picture, to which several programs add their own.
  var isRegions: Bool {
    self == XMPName("http://www.metadataworkinggroup.com/schemas/regions/", "Regions")
  }
}
