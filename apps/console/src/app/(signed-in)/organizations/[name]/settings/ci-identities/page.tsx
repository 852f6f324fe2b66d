import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { CiIdentities } from './ci-identities'

export default async function CiIdentitiesPage({
  params,
}: PageProps<'/organizations/[name]/settings/ci-identities'>) {
  const { name, permissions } = await requireOrganization((await params).name, 'CI_IDENTITIES_READ')
  return <CiIdentities organization={name} mayWrite={permissions.includes('CI_IDENTITIES_WRITE')} />
}
