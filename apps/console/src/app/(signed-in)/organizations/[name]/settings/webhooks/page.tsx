import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { Webhooks } from '~/app/(signed-in)/webhooks/webhooks'

export default async function OrganizationWebhooksPage({
  params,
}: PageProps<'/organizations/[name]/settings/webhooks'>) {
  const { name, permissions } = await requireOrganization((await params).name, 'WEBHOOKS_READ')
  return <Webhooks organization={name} mayWrite={permissions.includes('WEBHOOKS_WRITE')} />
}
