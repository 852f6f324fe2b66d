import { Modules } from '~/app/(signed-in)/modules/modules'
import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'

export default async function OrganizationModulesPage({
  params,
}: PageProps<'/organizations/[name]/modules'>) {
  const { name, permissions } = await requireOrganization((await params).name)
  return <Modules organization={name} isWithin mayCreate={permissions.includes('MODULES_WRITE')} belongs />
}
