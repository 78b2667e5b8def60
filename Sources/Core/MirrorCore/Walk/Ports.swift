/// The adapters that a run works with.
package struct Ports: Sendable {
  /// The records of photos and of the source's passes.
  package let catalog: any PhotoCatalog
  /// The place in which the photos are stored.
  package let destination: MirrorFiles
  /// The part files, on the local disk.
  package let workspace: any Workspace
  /// Checks files and makes thumbnails.
  package let media: any MediaInspector
  /// Makes requests to the site and downloads files.
  package let network: any Network
  /// Describes requests and reads their answers.
  package let provider: any ProviderChannel
  /// Rewrites sidecars to which other programs may have written.
  package let sidecars: any SidecarEditor

  package init(
    catalog: any PhotoCatalog, destination: MirrorFiles, workspace: any Workspace,
    media: any MediaInspector, network: any Network, provider: any ProviderChannel,
    sidecars: any SidecarEditor
  ) {
    (self.catalog, self.destination, self.workspace) = (catalog, destination, workspace)
    (self.media, self.network, self.provider) = (media, network, provider)
    self.sidecars = sidecars
  }
}
