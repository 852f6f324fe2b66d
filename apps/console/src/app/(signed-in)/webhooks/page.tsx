import { requirePermission } from '~/session/ask'
import { Webhooks } from './webhooks'

export default async function WebhooksPage() {
  await requirePermission('WEBHOOKS_READ')
  return <Webhooks mayWrite />
}
