import BlueskyProvider
import CommonsProvider
import InternetArchiveProvider
import MastodonProvider
import ModuleSupport
import NASAImagesProvider
import OpenverseProvider
import ProviderKit
import ProviderTesting
import Testing

@Suite("The sites' providers fulfil the contract")
struct SiteConformanceTests {
  private static let sites: [(name: String, provider: any PhotoProvider, recorded: [Recorded])] = [
    ("Mastodon", MastodonProvider(), SiteRecordings.mastodon),
    ("Bluesky", BlueskyProvider(), SiteRecordings.bluesky),
    ("Commons", CommonsProvider(), SiteRecordings.commons),
    ("InternetArchive", InternetArchiveProvider(), SiteRecordings.archive),
    ("Openverse", OpenverseProvider(), SiteRecordings.openverse),
    ("NASAImages", NASAImagesProvider(), SiteRecordings.nasa),
  ]

  @Test("A site's provider fulfils the contract when called directly", arguments: sites.indices)
  func natively(index: Int) {
    let site = Self.sites[index]
    #expect(ProviderConformance.check(site.provider, recorded: site.recorded) == [])
  }

  @Test("A site's provider fulfils the contract through its module", arguments: sites.indices)
  func throughModule(index: Int) throws {
    let site = Self.sites[index]
    let provider = try BuiltModule.load(site.name)
    #expect(ProviderConformance.check(provider, recorded: site.recorded) == [])
  }
}
