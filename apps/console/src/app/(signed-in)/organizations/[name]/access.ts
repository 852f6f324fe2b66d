import { notFound } from 'next/navigation'
import { cache } from 'react'
import type {
  OrganizationFrameQuery,
  OrganizationPermission,
  TypedDocumentString,
} from '~/data/generated/graphql'
import { ask, currentViewer, pathnameHere } from '~/session/ask'
import { organizationIn, organizationPages } from '~/shell/navigation/organization-pages'
import type { Place } from '~/shell/navigation/place'
import { placeOf } from './place-of'
import { OrganizationFrame } from './queries'

/** An organization that the viewer belongs to, and what they may do there. */
export type OwnOrganization = NonNullable<OrganizationFrameQuery['organization']>

/**
 * Finds an organization by its name in an address: as its members see it, and as the site does; each null
 * without access. Queried once for each page.
 */
export const findOrganization = cache(async (name: string) => {
  const { permissions } = await currentViewer()
  const forSite = permissions.includes('SITE_ORGANIZATIONS_READ')
  return ask(OrganizationFrame, { name: decodeURIComponent(name), forSite })
})

/** Answers like a page that does not exist to strangers, and to members without the permission. */
export async function requireOrganization(
  name: string,
  permission?: OrganizationPermission,
): Promise<OwnOrganization> {
  const { organization } = await findOrganization(name)
  if (!organization) notFound()
  if (permission !== undefined && !organization.permissions.includes(permission)) notFound()
  return organization
}

/** The thing with the id of an address, and all that was asked. Another organization's is answered as not found. */
export async function requireThing<Data, Thing extends { organization: { id: string } }>(
  params: Promise<{ name: string; id: string }>,
  document: TypedDocumentString<Data, { id: string }>,
  pick: (data: Data) => Thing | null,
  permission?: OrganizationPermission,
): Promise<{ thing: Thing; data: Data }> {
  const { name, id } = await params
  const organization = await requireOrganization(name, permission)
  const data = await ask(document, { id: decodeURIComponent(id) })
  const thing = pick(data)
  if (!thing || thing.organization.id !== organization.id) notFound()
  return { thing, data }
}

/** The organization that the address is in, if the viewer may know of it. A page says for itself if nothing answers. */
export async function findPlace({ needsTwoFactor }: { needsTwoFactor: boolean }): Promise<Place | undefined> {
  const name = organizationIn(await pathnameHere())
  if (name === undefined || needsTwoFactor) return undefined
  return placeOf(await findOrganization(encodeURIComponent(name)).catch(() => undefined))
}

/** The settings of an organization that the viewer may change. */
export async function findSettings(name: string) {
  const place = placeOf(await findOrganization(name))
  if (!place) notFound()
  const { permissions } = await currentViewer()
  const pages = organizationPages(place, permissions.includes('SITE_ORGANIZATIONS_WRITE'))
  return pages.filter(({ group }) => group === 'Settings')
}
