import { notFound, redirect } from 'next/navigation'
import { paths } from '~/paths'
import { ask } from '~/session/ask'
import { WebhookDetail } from '../queries'
import { WebhookPage } from './webhook'

/** A webhook of the site. To that of an organization letters lead by this address, which do not name it. */
export default async function WebhookDetailPage({ params }: PageProps<'/webhooks/[id]'>) {
  const found = await ask(WebhookDetail, { id: decodeURIComponent((await params).id) })
  if (!found.webhook) notFound()
  const { id, organization } = found.webhook
  if (organization) redirect(paths.organizationWebhook(organization.name, id))
  return <WebhookPage id={id} initial={found} />
}
