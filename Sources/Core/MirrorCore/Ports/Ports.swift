/// The adapters that a run works with.
package struct Ports: Sendable {
  package let catalog: any PhotoCatalog
  package let destination: any PhotoDestination
  package let workspace: any Workspace
  package let media: any MediaInspector
  package let network: any Network
  package let provider: any ProviderChannel
  package let sidecars: any SidecarEditor

  package init(
    catalog: any PhotoCatalog, destination: any PhotoDestination, workspace: any Workspace,
    media: any MediaInspector, network: any Network, provider: any ProviderChannel,
    sidecars: any SidecarEditor
  ) {
    (self.catalog, self.destination, self.workspace) = (catalog, destination, workspace)
    (self.media, self.network, self.provider) = (media, network, provider)
    self.sidecars = sidecars
  }
}
