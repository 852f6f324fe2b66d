import { notFound } from 'next/navigation'
import { ask } from '~/session/ask'
import { WebhookDetail } from '../queries'
import { WebhookPage } from './webhook'

export default async function WebhookDetailPage({ params }: PageProps<'/webhooks/[id]'>) {
  const found = await ask(WebhookDetail, { id: decodeURIComponent((await params).id) })
  if (!found.webhook) notFound()
  return <WebhookPage id={found.webhook.id} initial={found} />
}
