import { paths } from '../paths'
import { type Named, organizationPages, settingsPages } from './organization-pages'

/** The page of this organization that is of the same kind as the one at an address; else its overview. */
export function samePageIn(organization: Named, pathname: string, isSiteWriter: boolean): string {
  const [, place, name = '', part = '', section = ''] = pathname.split('/')
  if (place === 'modules' && name !== '' && name !== 'new') return paths.modulesOf(organization.name)
  const overview = paths.organization(organization.name)
  if (place !== 'organizations') return overview
  const same = `${overview}/${part === 'settings' ? `${part}/${section}` : part}`
  const pages = [...organizationPages(organization), ...settingsPages(organization, isSiteWriter)]
  return pages.find(({ path }) => path === same)?.path ?? overview
}
