"""Prints the XMP of a photo, as photomirror writes it, without a description.

usage: sidecar.py KEY
"""
import sys

TEXT = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:cc="http://creativecommons.org/ns#"
 xmlns:dcterms="http://purl.org/dc/terms/"
 xmlns:digiKam="http://www.digikam.org/ns/1.0/"
 xmlns:exif="http://ns.adobe.com/exif/1.0/"
 xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
 xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">The old bakery, Lisboa</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>Somebody</rdf:li></rdf:Seq></dc:creator>
<dc:subject><rdf:Bag><rdf:li>cat</rdf:li><rdf:li>harbour</rdf:li><rdf:li>bird</rdf:li></rdf:Bag></dc:subject>
<digiKam:TagsList><rdf:Seq><rdf:li>cat</rdf:li><rdf:li>harbour</rdf:li><rdf:li>bird</rdf:li></rdf:Seq></digiKam:TagsList>
<lr:hierarchicalSubject><rdf:Bag><rdf:li>cat</rdf:li><rdf:li>harbour</rdf:li></rdf:Bag></lr:hierarchicalSubject>
<dc:identifier>flickr:KEY</dc:identifier>
<xmp:Identifier><rdf:Bag><rdf:li>flickr:KEY</rdf:li></rdf:Bag></xmp:Identifier>
<dc:source>https://www.flickr.com/photos/somebody/KEY/</dc:source>
<photoshop:Source>https://www.flickr.com/photos/somebody/KEY/</photoshop:Source>
<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">CC BY 4.0</rdf:li></rdf:Alt></dc:rights>
<xmpRights:UsageTerms><rdf:Alt><rdf:li xml:lang="x-default">CC BY 4.0</rdf:li></rdf:Alt></xmpRights:UsageTerms>
<xmpRights:Marked>True</xmpRights:Marked>
<xmpRights:WebStatement>https://creativecommons.org/licenses/by/4.0/</xmpRights:WebStatement>
<cc:license rdf:resource="https://creativecommons.org/licenses/by/4.0/"/>
<cc:attributionName>Somebody</cc:attributionName>
<exif:DateTimeOriginal>2023-09-19T16:50:00</exif:DateTimeOriginal>
<photoshop:DateCreated>2023-09-19T16:50:00</photoshop:DateCreated>
<dcterms:issued>2025-11-13T02:09:16Z</dcterms:issued>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
"""


def sidecar(key):
    """The text of a sidecar."""
    return TEXT.replace("KEY", key)


if __name__ == "__main__":
    print(sidecar(sys.argv[1]), end="")
