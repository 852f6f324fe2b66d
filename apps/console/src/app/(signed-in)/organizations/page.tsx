import { currentViewer } from '~/session/ask'
import { MyOrganizations } from './my-organizations'
import { Organizations } from './organizations'

/** Site administrators see all of them, other users their own. */
export default async function OrganizationsPage() {
  const { permissions } = await currentViewer()
  return permissions.includes('SITE_ORGANIZATIONS_READ') ? <Organizations /> : <MyOrganizations />
}
