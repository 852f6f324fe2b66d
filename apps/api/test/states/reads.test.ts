import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minutes } from '../../src/kernel/clock.js'
import { as, graphql } from '../rest.js'
import { statementsOf } from '../statements.js'
import { byLink, openStateSetup, stateText, type StateSetup } from './states.js'

let setup: StateSetup
beforeAll(async () => {
  setup = await openStateSetup()
})
afterAll(() => setup.app.stop())

const outputs = {
  key: { value: 'hidden', type: 'string', sensitive: true },
  open: { value: 'b', type: 'string' },
}

/** A workspace with a state; the ids of both, and of the state's outputs. */
async function written() {
  const workspace = await setup.workspace()
  const version = await setup.write(workspace, stateText({ outputs }))
  const { body } = await as(setup.app, setup.owner).get(`/state-versions/${version}/outputs`)
  const [secret, open] = body.data.map(({ id }: { id: string }) => id) as [string, string]
  return { workspace, version, secret, open }
}

async function download(version: string, by = setup.owner): Promise<void> {
  const { body } = await as(setup.app, by).get(`/state-versions/${version}`)
  const answer = await byLink(setup.app, body.data.attributes['hosted-state-download-url'])
  expect([answer.status, await answer.text()]).toEqual([200, stateText({ outputs })])
}

const write = () =>
  setup.app.services.stateReads.write({ ...setup.owner.ctx, actor: { type: 'system', name: 'x' } })

const readsOf = (workspace: string) =>
  setup.app.prisma.auditEvent.findMany({
    where: { subjectId: workspace, action: 'state-version.read' },
    orderBy: { id: 'asc' },
  })

rule('§18 reads', 'Reading the content of a state is in the audit log: who, which, when')
test('a download, a sensitive output and a comparison by a member are one event of who, which and when', async () => {
  const { workspace, version, secret, open } = await written()
  const reader = await setup.app.make.manager(setup.acme, { readWorkspaces: true })
  await as(setup.app, reader).get(`/state-version-outputs/${open}`)
  await write()
  expect(await readsOf(workspace)).toEqual([])
  const first = setup.app.clock.now()
  await download(version, reader)
  setup.app.clock.move(minutes(1))
  expect((await as(setup.app, reader).get(`/state-version-outputs/${secret}`)).status).toBe(200)
  await graphql(setup.app, reader, `{ stateComparison(id: "${version}") { changes { address } } }`)
  await write()
  const [event, ...others] = await readsOf(workspace)
  expect(others).toEqual([])
  expect(event).toMatchObject({
    ...{ actorType: 'user', actorId: reader.id, administratorOverride: false },
    ...{ at: first, organizationId: setup.acme.id, subjectType: 'workspace', subjectId: workspace },
    after: { stateVersion: version, serial: 1, times: 3, until: setup.app.clock.now().toISOString() },
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
  setup.app.clock.move(minutes(61))
  await write()
  expect((await readsOf(workspace)).map(({ after }) => after)).toMatchObject([
    { read: ['state'] },
    { times: 5 },
  ])
  const other = await setup.app.make.manager(setup.acme, { readWorkspaces: true })
  await download(version)
  await download(version, other)
  await setup.app.services.stateReads.write(setup.owner.ctx, true)
  expect((await readsOf(workspace)).map(({ actorId }) => actorId)).toEqual([
    ...[setup.owner.id, setup.owner.id, setup.owner.id],
    other.id,
  ])
})

test('a read waits for no statement of the log, and many are written by one', async () => {
  const all = await Promise.all([written(), written(), written()])
  for (const { version } of all) await download(version)
  const { all: statements } = await statementsOf(setup.app, write)
  expect(statements.filter(({ text }) => text.includes('INSERT INTO "public"."audit_events"'))).toHaveLength(
    1,
  )
  for (const { workspace } of all) expect(await readsOf(workspace)).toHaveLength(1)
})

test('owners find the reads of their organization by the action in the log', async () => {
  const { workspace, version } = await written()
  await download(version)
  await write()
  const query = '/admin/audit-events?filter[action]=state-version.read'
  const { body } = await as(setup.app, setup.admin).get(query)
  const targets = body.data.map(
    (each: { attributes: Record<string, string> }) => each.attributes['target-id'],
  )
  expect(targets).toContain(workspace)
  const events = `{ auditEvents(filter: { organization: "acme", action: "state-version.read" }) { nodes { target { id } } } }`
  const answer = await graphql(setup.app, setup.owner, events)
  expect(JSON.stringify(answer)).toContain(workspace)
})
