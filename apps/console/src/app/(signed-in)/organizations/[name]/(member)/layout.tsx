import { requireOrganization } from '../access'
import { WithinOrganization } from '../own-organization'

/** Strangers get the page that does not exist, whichever of these they ask for. */
export default async function OrganizationLayout({ params, children }: LayoutProps<'/organizations/[name]'>) {
  return (
    <WithinOrganization organization={await requireOrganization((await params).name)}>
      {children}
    </WithinOrganization>
  )
}
