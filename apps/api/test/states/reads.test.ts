import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { minutes } from '../../src/kernel/clock.js'
import { as, graphql } from '../rest.js'
import { statementsOf } from '../statements.js'
import { byLink, openStateSetup, stateText } from './states.js'

const setup = await openStateSetup()
const { app, admin, owner, acme } = setup

const outputs = {
  key: { value: 'hidden', type: 'string', sensitive: true },
  open: { value: 'b', type: 'string' },
}

/** A workspace with a state; the ids of both, and of the state's outputs. */
async function written() {
  const workspace = await setup.workspace()
  const version = await setup.write(workspace, stateText({ outputs }))
  // The list that shows no sensitive value, so that it is no read.
  const { body } = await as(app, owner).get(`/workspaces/${workspace}/current-state-version-outputs`)
  const [secret, open] = body.data.map(({ id }: { id: string }) => id) as [string, string]
  return { workspace, version, secret, open }
}

async function download(version: string, by = owner): Promise<void> {
  const { body } = await as(app, by).get(`/state-versions/${version}`)
  const answer = await byLink(app, body.data.attributes['hosted-state-download-url'])
  expect([answer.status, await answer.text()]).toEqual([200, stateText({ outputs })])
}

const write = () => app.services.stateReads.write({ ...owner.ctx, actor: { type: 'system', name: 'x' } })

const readsOf = (workspace: string) =>
  app.prisma.auditEvent.findMany({
    where: { subjectId: workspace, action: 'state-version.read' },
    orderBy: { id: 'asc' },
  })

rule('§18 reads', 'Reading the content of a state is in the audit log: who, which, when')
test('a download, a sensitive output and a comparison by a member are one event of who, which and when', async () => {
  const { workspace, version, secret, open } = await written()
  const reader = await app.make.manager(acme, { readWorkspaces: true })
  await as(app, reader).get(`/state-version-outputs/${open}`)
  await write()
  expect(await readsOf(workspace)).toEqual([])
  const first = app.clock.now()
  await download(version, reader)
  app.clock.move(minutes(1))
  expect((await as(app, reader).get(`/state-version-outputs/${secret}`)).status).toBe(200)
  await graphql(app, reader, `{ stateComparison(id: "${version}") { changes { address } } }`)
  await write()
  const [event, ...others] = await readsOf(workspace)
  expect(others).toEqual([])
  expect(event).toMatchObject({
    ...{ actorType: 'user', actorId: reader.id, administratorOverride: false },
    ...{ at: first, organizationId: acme.id, subjectType: 'workspace', subjectId: workspace },
    after: { stateVersion: version, serial: 1, times: 3, until: app.clock.now().toISOString() },
  })
  expect(event?.after).toMatchObject({ read: ['changes', 'outputs', 'state'] })
  expect(event?.address).not.toBeNull()
  expect(JSON.stringify(event?.after)).not.toContain('hidden')
})

test('reading again and again is one event an hour and a credential, and nothing is lost at a stop', async () => {
  const { workspace, version } = await written()
  await download(version)
  await write()
  for (let n = 0; n < 5; n++) await download(version)
  await write()
  expect(await readsOf(workspace)).toHaveLength(1)
  app.clock.move(minutes(61))
  await write()
  expect((await readsOf(workspace)).map(({ after }) => after)).toMatchObject([
    { read: ['state'] },
    { times: 5 },
  ])
  const other = await app.make.manager(acme, { readWorkspaces: true })
  await download(version)
  await download(version, other)
  await app.services.stateReads.write(owner.ctx, true)
  expect((await readsOf(workspace)).map(({ actorId }) => actorId)).toEqual([
    ...[owner.id, owner.id, owner.id],
    other.id,
  ])
})

test('a read waits for no statement of the log, and many are written by one', async () => {
  const all = await Promise.all([written(), written(), written()])
  for (const { version } of all) await download(version)
  const { all: statements } = await statementsOf(app, write)
  expect(statements.filter(({ text }) => text.startsWith('insert into "audit_events"'))).toHaveLength(1)
  for (const { workspace } of all) expect(await readsOf(workspace)).toHaveLength(1)
})

test('owners find the reads of their organization by the action in the log', async () => {
  const { workspace, version } = await written()
  await download(version)
  await write()
  const query = '/admin/audit-events?filter[action]=state-version.read'
  const { body } = await as(app, admin).get(query)
  const targets = body.data.map(
    (each: { attributes: Record<string, string> }) => each.attributes['target-id'],
  )
  expect(targets).toContain(workspace)
  const events = `{ auditEvents(filter: { organization: "acme", action: "state-version.read" }) { nodes { target { id } } } }`
  const answer = await graphql(app, owner, events)
  expect(JSON.stringify(answer)).toContain(workspace)
})
