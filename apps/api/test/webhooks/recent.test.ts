import { expect, test } from 'vitest'
import { graphql } from '../rest.js'
import { statementsOf } from '../statements.js'
import { createWebhook, startWebhookApp } from './webhook-site.js'

const app = await startWebhookApp({ ANSWER_CACHE_LIMIT: '0' })
const owner = await app.make.user()
const acme = await app.make.organization(owner, 'acme')

interface Shown {
  readonly nodes: readonly { name: string; recentDeliveries: readonly Record<string, unknown>[] }[]
}

const question = `{ webhooks(organization: "acme") {
  nodes { name recentDeliveries { id type status attempts createdAt } } } }`

test('each webhook tells how its 30 newest deliveries stand, the newest last, all in one statement', async () => {
  const facts = { organization: 'acme', url: 'http://127.0.0.1:1', triggers: ['sharing.changed'] }
  const { id: webhookId } = await createWebhook(app, owner, facts)
  await createWebhook(app, owner, { ...facts, name: 'quiet' })
  const at = app.clock.now()
  const statuses = ['delivered', 'failed', 'pending'] as const
  const data = Array.from({ length: 31 }, (_, n) => ({
    ...{ id: `msg-${n}`, webhookId, type: 'sharing.changed', subject: acme.id, payload: '{}' },
    ...{ status: statuses[n % 3] ?? 'pending', attempts: n, dueAt: at, createdAt: at },
  }))
  await app.prisma.webhookDelivery.createMany({ data })
  const { answer, own } = await statementsOf(app, () => graphql(app, owner, question))
  const shown = data.slice(1).map(({ id, type, status, attempts }) => ({
    ...{ id, type, attempts },
    ...{ status: status.toUpperCase(), createdAt: at.toISOString() },
  }))
  expect((answer.data['webhooks'] as unknown as Shown).nodes).toEqual([
    { name: 'chat', recentDeliveries: shown },
    { name: 'quiet', recentDeliveries: [] },
  ])
  expect(own.filter(({ text }) => text.includes('webhook_deliveries'))).toHaveLength(1)
})

test('a member, who may not see the webhooks, is told nothing of their deliveries', async () => {
  const member = await app.make.member(acme)
  expect((await graphql(app, member, question)).data['webhooks']).toBeNull()
})
