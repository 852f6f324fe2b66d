import { deletion, system, type Change, type Here } from './change.js'

const organization = async ({ app, callers }: Here): Promise<string> =>
  (await app.make.organization(callers.owner)).id

async function engineVersion(here: Here): Promise<string> {
  const archive = { url: 'https://releases.example/engine.zip', sha: 'ab'.repeat(32) }
  const version = `4.0.${here.next()}`
  await here.app.services.engineVersions.create(system(here), { version, ...archive })
  return version
}

async function workspace(here: Here): Promise<string> {
  const { owner, organization: acme } = here.callers
  return (await here.app.make.workspace(owner, acme, await engineVersion(here))).id
}

const webhookFacts = { url: 'https://hooks.example/', triggers: ['sharing.changed'] }

/** Creates a webhook after deleting former ones, since their number is limited. */
async function webhook(here: Here): Promise<string> {
  await here.app.prisma.webhook.deleteMany({ where: { organization: { name: 'acme' } } })
  const name = 'acme'
  const facts = { ...webhookFacts, name: 'chat' }
  return (await here.app.services.webhooks.create(here.callers.owner.ctx, name, facts)).webhook.id
}

/** Creates a sharing request after deleting former ones, since their number is limited. */
async function sharingRequest(here: Here): Promise<Record<string, unknown>> {
  await here.app.prisma.sharingRequest.deleteMany()
  const { name: producer } = await here.app.make.organization(await here.app.make.user())
  const facts = { producer, reason: 'We build on it.' }
  const { id } = await here.app.services.sharingRequests.create(here.callers.owner.ctx, 'acme', facts)
  return { id, reason: 'a test' }
}

/** Changes of sharing requests, by owners and those who answer. */
export const sharingRequestChanges: Readonly<Record<string, Change>> = {
  sharingRequestCreate: {
    // The face of scripts asks people nothing.
    rest: [],
    asks: 'PATCH /organizations/:org',
    by: 'owner',
    input: async (here) => {
      await here.app.prisma.sharingRequest.deleteMany()
      return { organization: 'acme', producer: `other-${here.next()}`, reason: 'We build on it.' }
    },
    answer: 'sharingRequest { producer reason }',
    gives: ({ producer, reason }) => ({ sharingRequest: { producer, reason } }),
    wrong: { input: { producer: 'acme' }, field: ['producer'], code: 'INVALID' },
    audit: 'sharing-request.create',
  },
  sharingRequestWithdraw: {
    ...deletion,
    rest: [],
    asks: 'PATCH /organizations/:org',
    by: 'owner',
    input: sharingRequest,
    audit: 'sharing-request.withdraw',
  },
  sharingRequestDecline: {
    ...deletion,
    rest: [],
    asks: 'PATCH /admin/organizations/:name',
    by: 'admin',
    input: sharingRequest,
    wrong: { input: { reason: '' }, field: ['reason'], code: 'BLANK' },
    audit: 'sharing-request.decline',
  },
}

/** Changes of webhooks, by owners. */
export const webhookChanges: Readonly<Record<string, Change>> = {
  webhookCreate: {
    rest: ['POST /admin/webhooks', 'POST /organizations/:org/webhooks'],
    asks: 'POST /organizations/:org/webhooks',
    by: 'owner',
    input: async (here) => {
      await here.app.prisma.webhook.deleteMany({ where: { organization: { name: 'acme' } } })
      return { ...webhookFacts, organization: 'acme', name: `chat-${here.next()}` }
    },
    answer: 'webhook { name url enabled organization { name } }',
    gives: ({ name, url }) => ({ webhook: { name, url, enabled: true, organization: { name: 'acme' } } }),
    wrong: { input: { url: 'ftp://hooks.example' }, field: ['url'], code: 'INVALID' },
    audit: 'webhook.create',
  },
  webhookUpdate: {
    rest: ['PATCH /webhooks/:id'],
    by: 'owner',
    input: async (here) => ({ id: await webhook(here), enabled: false, reason: 'a test' }),
    answer: 'webhook { id enabled }',
    gives: ({ id }) => ({ webhook: { id, enabled: false } }),
    wrong: { input: { triggers: ['everything'] }, field: ['triggers', '0'], code: 'NOT_INCLUDED' },
    audit: 'webhook.update',
  },
  webhookDelete: {
    ...deletion,
    rest: ['DELETE /webhooks/:id'],
    by: 'owner',
    input: async (here) => ({ id: await webhook(here), reason: 'a test' }),
    audit: 'webhook.delete',
  },
  webhookRotateSecret: {
    rest: ['POST /webhooks/:id/actions/rotate-secret'],
    by: 'owner',
    input: async (here) => ({ id: await webhook(here), reason: 'a test' }),
    answer: 'webhook { id }',
    gives: ({ id }) => ({ webhook: { id } }),
    audit: 'webhook.rotate-secret',
  },
  webhookTest: {
    rest: ['POST /webhooks/:id/actions/verify'],
    by: 'owner',
    input: async (here) => ({ id: await webhook(here), reason: 'a test' }),
    answer: 'delivery { type status }',
    gives: () => ({ delivery: { type: 'webhook.test', status: 'PENDING' } }),
    audit: 'webhook.test',
  },
  webhookDeliveryResend: {
    rest: ['POST /webhook-deliveries/:id/actions/redeliver'],
    by: 'owner',
    async input(here) {
      const id = await here.app.services.webhooks.test(here.callers.owner.ctx, await webhook(here))
      return { id, reason: 'a test' }
    },
    answer: 'delivery { id status attempts }',
    gives: ({ id }) => ({ delivery: { id, status: 'PENDING', attempts: 0 } }),
    audit: 'webhook.resend',
  },
}

/** An organization and its workspaces. */
export const organizationChanges: Readonly<Record<string, Change>> = {
  organizationCreate: {
    rest: ['POST /organizations'],
    by: 'owner',
    input: async (here) => ({ name: `new-${here.next()}`, email: 'new@example.com' }),
    answer: 'organization { name permissions }',
    gives: ({ name }) => ({ organization: { name } }),
    wrong: { input: { email: 'invalid' }, field: ['email'], code: 'INVALID' },
    audit: 'organization.create',
    isCallers: true,
  },
  organizationUpdate: {
    rest: ['PATCH /organizations/:org'],
    by: 'owner',
    input: async (here) => ({ id: await organization(here), email: 'other@example.com', reason: 'a test' }),
    answer: 'organization { id email }',
    gives: ({ id }) => ({ organization: { id, email: 'other@example.com' } }),
    wrong: { input: { name: 'a b' }, field: ['name'], code: 'INVALID' },
    audit: 'organization.update',
  },
  organizationDelete: {
    ...deletion,
    rest: ['DELETE /organizations/:org'],
    by: 'owner',
    input: async (here) => ({ id: await organization(here), reason: 'a test' }),
    audit: 'organization.delete',
  },
  workspaceCreate: {
    rest: ['POST /organizations/:org/workspaces'],
    by: 'owner',
    async input(here) {
      return { organization: 'acme', name: `ws${here.next()}`, engineVersion: await engineVersion(here) }
    },
    answer: 'workspace { name engineVersion description }',
    gives: ({ name, engineVersion: version }) => ({
      workspace: { name, engineVersion: version, description: null },
    }),
    wrong: { input: { engineVersion: '99.9.9' }, field: ['engineVersion'], code: 'INVALID' },
    audit: 'workspace.create',
  },
  workspaceUpdate: {
    rest: [
      ...['PATCH /organizations/:org/workspaces/:name', 'PATCH /workspaces/:id'],
      ...['PATCH /workspaces/:id/tag-bindings', 'DELETE /workspaces/:id/tag-bindings'],
      ...['POST /workspaces/:id/relationships/tags', 'DELETE /workspaces/:id/relationships/tags'],
    ],
    by: 'owner',
    input: async (here) => ({
      ...{ id: await workspace(here), description: 'ours', reason: 'a test' },
      tags: [{ key: 'env', value: 'dev' }, { key: 'app' }],
    }),
    answer: 'workspace { id description tags { key value } }',
    gives({ id }) {
      const tags = [
        { key: 'app', value: null },
        { key: 'env', value: 'dev' },
      ]
      return { workspace: { id, description: 'ours', tags } }
    },
    wrong: {
      input: { tags: [{ key: 'app' }, { key: '-' }] },
      field: ['tags', '1', 'attributes'],
      code: 'INVALID',
    },
    audit: 'workspace.update',
  },
  workspaceDelete: {
    ...deletion,
    rest: [
      ...['DELETE /organizations/:org/workspaces/:name', 'DELETE /workspaces/:id'],
      'POST /organizations/:org/workspaces/:name/actions/safe-delete',
      'POST /workspaces/:id/actions/safe-delete',
    ],
    by: 'owner',
    input: async (here) => ({ id: await workspace(here), reason: 'a test' }),
    audit: 'workspace.delete',
  },
}
