import { notFound } from 'next/navigation'
import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { WebhookPage } from '~/app/(signed-in)/webhooks/[id]/webhook'
import { WebhookDetail } from '~/app/(signed-in)/webhooks/queries'
import { ask } from '~/session/ask'

/** A webhook of an organization, which is a page of its settings. */
export default async function OrganizationWebhookPage({
  params,
}: PageProps<'/organizations/[name]/settings/webhooks/[id]'>) {
  const { name, id } = await params
  const organization = await requireOrganization(name, 'WEBHOOKS_READ')
  const found = await ask(WebhookDetail, { id: decodeURIComponent(id) })
  if (found.webhook?.organization?.name !== organization.name) notFound()
  return <WebhookPage id={found.webhook.id} initial={found} />
}
