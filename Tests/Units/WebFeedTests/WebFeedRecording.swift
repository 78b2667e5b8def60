import ProviderKit

/// Feeds in the forms that sites write, shortened.
enum WebFeedRecording {
  static let address = "https://example.org/photos.rss"

  static let flickrRSS = Answer(
    body: """
      <?xml version="1.0" encoding="utf-8"?>
      <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:flickr="urn:flickr:user"
        xmlns:creativeCommons="http://cyber.law.harvard.edu/rss/creativeCommonsRssModule.html">
      <channel><title>Uploads from everyone</title><link>https://www.flickr.com/photos/</link>
      <description></description><pubDate>Sat, 09 Mar 2024 15:04:05 -0800</pubDate>
      <item><title>Old harbour</title>
      <link>https://www.flickr.com/photos/ada/53500000001/</link>
      <description>&lt;p&gt;&lt;a href=&quot;https://www.flickr.com/people/ada/&quot;&gt;Ada&lt;/a&gt;
        posted a photo:&lt;/p&gt;</description>
      <pubDate>Sat, 9 Mar 2024 15:04:05 -0800</pubDate>
      <dc:date.Taken>2024-03-01T07:08:09-08:00</dc:date.Taken>
      <author flickr:profile="https://www.flickr.com/people/ada/"
        flickr:buddyicon="https://live.staticflickr.com/1/buddyicons/10000001@N00.jpg">
        nobody@flickr.com (Ada)</author>
      <guid isPermaLink="false">tag:flickr.com,2004:/photo/53500000001</guid>
      <media:content url="https://live.staticflickr.com/1/53500000001_abc_b.jpg" type="image/jpeg"
        height="683" width="1024"/>
      <media:title>Old harbour</media:title>
      <media:description type="html">&lt;p&gt;Fog &amp;amp; boats&lt;/p&gt;</media:description>
      <media:thumbnail url="https://live.staticflickr.com/1/53500000001_abc_s.jpg" height="75"
        width="75"/>
      <media:credit role="photographer">Ada L</media:credit>
      <media:category scheme="urn:flickr:tags">fog harbour fog</media:category>
      <creativeCommons:license>http://creativecommons.org/licenses/by-nc/2.0/deed.en</creativeCommons:license>
      </item></channel></rss>
      """)

  static let flickrAtom = Answer(
    body: """
      <?xml version="1.0" encoding="utf-8" standalone="yes"?>
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:flickr="urn:flickr:user" xmlns:georss="http://www.georss.org/georss">
      <title>Uploads from everyone</title><id>tag:flickr.com,2005:/photos/public</id>
      <link rel="self" href="https://www.flickr.com/services/feeds/photos_public.gne"/>
      <entry><title>Old harbour</title>
      <link rel="alternate" type="text/html" href="https://www.flickr.com/photos/ada/53500000001/"/>
      <id>tag:flickr.com,2005:/photo/53500000001</id>
      <published>2024-03-09T23:04:05Z</published><updated>2024-03-10T00:00:00Z</updated>
      <flickr:date_taken>2024-03-01T07:08:09-08:00</flickr:date_taken>
      <dc:date.Taken>2024-03-01T07:08:09-08:00</dc:date.Taken>
      <content type="html">&lt;p&gt;Fog&lt;/p&gt;</content>
      <author><name>Ada</name><uri>https://www.flickr.com/people/ada/</uri>
      <flickr:nsid>10000001@N00</flickr:nsid></author>
      <link rel="license" type="text/html" href="https://creativecommons.org/publicdomain/zero/1.0/"/>
      <link rel="enclosure" type="image/jpeg" href="https://live.staticflickr.com/1/53500000001_abc_b.jpg"/>
      <category term="fog" scheme="https://www.flickr.com/photos/tags/"/>
      <category term="harbour" scheme="https://www.flickr.com/photos/tags/"/>
      <georss:point>38.7 -9.1</georss:point>
      </entry></feed>
      """)

  /// With a text, a sound, an image and an image without an id; the lengths are wrong.
  static let wordPress = Answer(
    body: """

      <?xml version="1.0" encoding="UTF-8"?><rss version="2.0"
        xmlns:content="http://purl.org/rss/1.0/modules/content/"
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom">
      <channel><title>A blog</title><link>https://example.org</link>
      <atom:link href="?paged=2" rel="next" type="application/rss+xml"/>
      <item><title>Words &#8211; only</title><guid isPermaLink="false">https://example.org/?p=1</guid>
      <content:encoded><![CDATA[<p>Hello</p>]]></content:encoded></item>
      <item><title>A sound</title><guid isPermaLink="false">https://example.org/?p=2</guid>
      <enclosure url="https://example.org/2.mp3" length="1" type="audio/mpeg"/></item>
      <item><title>Two cats</title><link>https://example.org/cats/</link>
      <dc:creator><![CDATA[bea]]></dc:creator>
      <pubDate>Mon, 01 Jul 2024 12:30:00 +0000</pubDate>
      <category><![CDATA[Cats]]></category><category>#home</category>
      <guid isPermaLink="false">https://example.org/?p=3</guid>
      <description><![CDATA[A cat&nbsp;&#38; a <b>cat</b> [&hellip;]]]></description>
      <enclosure url="https://example.org/3.jpg" length="1" type="image/jpeg"/>
      <enclosure url="/4.png" length="0" type="image/png"/></item>
      <item><title>Nameless</title>
      <enclosure url="https://example.org/5.jpg" length="1" type="image/jpeg"/></item>
      </channel></rss>
      """)

  /// The last page: sizes of one image in a group, and a video with its thumbnail.
  static let mediaGroup = Answer(
    body: """
      <rss version="2.0" xmlns:m="http://search.yahoo.com/mrss" xmlns:cc="http://web.resource.org/cc/"
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <channel><title>Sizes</title><cc:license rdf:resource="https://creativecommons.org/licenses/by/4.0/"/>
      <item><guid isPermaLink="false">17</guid><m:group>
      <m:content url="https://example.org/s.jpg" medium="image" width="320" height="240"/>
      <m:content url="https://example.org/l.jpg" type="image/jpeg" width="1600" height="1200">
        <m:hash algo="md5">DFDEC888B72151965A34B4B59031290A</m:hash></m:content>
      <m:content url="https://example.org/film.mp4" type="video/mp4"/>
      <m:title type="plain">A group</m:title><m:keywords>a, b ,a</m:keywords></m:group></item>
      <item><guid isPermaLink="false">18</guid>
      <m:content url="https://example.org/film.mp4" type="video/mp4"/>
      <m:thumbnail url="https://example.org/film.jpg"/></item>
      </channel></rss>
      """)

  /// From a blog's own program: nothing is escaped, and its prefixes are not declared.
  static let illFormed = Answer(
    body: """
      <rss xmlns="http://blogs.law.harvard.edu/tech/rss"><channel xml:base="https://example.org/a/">
      <item xml:base="b/"><title>Salt & pepper&nbsp;&eacute; 5 < 6 &#11;\u{8}</title>
      <media:content url="1.jpg?x=1&y=2" medium="image"/></item>
      <item><!-- A & B --><description><![CDATA[<img src='\n c/2.jpg'>]]></description></item>
      <item><guid>tag:flickr.com,2005:/grouppool/1@N0/photo/3</guid><enclosure url="3" type="image"/>
      </item></channel></rss>
      """)
}
