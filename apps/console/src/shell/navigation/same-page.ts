import { paths } from '~/paths'
import { type Named, organizationPageAt, organizationPages } from './organization-pages'

/** The page of this organization that is of the same kind as the one at an address; else its overview. */
export function samePageIn(organization: Named, pathname: string, isSiteWriter: boolean): string {
  const [, place, name = '', ...rest] = pathname.split('/')
  if (place === 'modules' && name !== '' && name !== 'new') return paths.modulesOf(organization.name)
  const overview = paths.organization(organization.name)
  if (place !== 'organizations') return overview
  const pages = organizationPages(organization, isSiteWriter)
  return organizationPageAt(pages, [overview, ...rest].join('/'))?.path ?? overview
}
