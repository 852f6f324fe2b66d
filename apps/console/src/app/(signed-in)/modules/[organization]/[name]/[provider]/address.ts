type Params = Promise<{ organization: string; name: string; provider: string }>

/** What the address of a module's page names: its organization, its name and its provider. */
export async function addressIn(params: Params): Promise<[string, string, string]> {
  const { organization, name, provider } = await params
  return [decodeURIComponent(organization), decodeURIComponent(name), decodeURIComponent(provider)]
}
