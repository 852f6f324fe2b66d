type Address = { organization: string; name: string; provider: string }

/** Returns the organization, name and provider in the address of a module's page. */
export async function addressIn(params: Promise<Address>): Promise<Address> {
  const { organization, name, provider } = await params
  return {
    organization: decodeURIComponent(organization),
    name: decodeURIComponent(name),
    provider: decodeURIComponent(provider),
  }
}

/** A text in the query of an address; undefined where it is absent or empty. */
export const textOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
