import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { createModule, moduleArchive, uploadLink } from '../modules/module-requests.js'
import { everyCaller } from '../policy/callers.js'
import { thingAt } from '../policy/things.js'
import { writes } from '../policy/writes.js'
import { as } from '../rest.js'

const app = await startTestApp()
const callers = await everyCaller(app)
await app.prisma.user.update({ where: { id: callers.owner.id }, data: { isSiteAdmin: true } })

/** Operations that answer success and have nothing to do in the state of the walk. */
const nothingChanges = [
  'DELETE /organizations/:org/team-tokens',
  'DELETE /workspaces/:id/relationships/tags',
  'DELETE /workspaces/:id/tag-bindings',
  'POST /admin/users/:id/actions/disable_two_factor',
  'POST /admin/users/:id/actions/unsuspend',
  'POST /admin/users/:id/actions/revoke_admin',
  'PATCH /admin/public-provider-versions/:id',
  'PATCH /admin/public-providers/:id',
  'POST /admin/public-providers/:id/actions/look',
  'PATCH /organizations/:org/registry-modules/private/:namespace/:name/:provider/:version',
  'PATCH /organizations/:org/registry-providers/:registry/:namespace/:name',
  'PATCH /organizations/:org/registry-providers/:registry/:namespace/:name/versions/:version',
  'PATCH /workspaces/:id/relationships/ssh-key',
]

/** Reads the sender of this request and its address from the log. */
async function auditedBy(requestId: string): Promise<object[]> {
  const rows = await app.prisma.auditEvent.findMany({ where: { requestId } })
  return rows.map(({ actorId, credentialId, address, face }) => ({ actorId, credentialId, address, face }))
}

const here = expect.stringMatching(/127\.0\.0\.1/)

rule('§3 audit', 'Every change by the API has caller, token, address and request')
test('whatever was done by the API is in its log with caller, token, address and request', async () => {
  const { owner } = callers
  const { id: credentialId } = await app.prisma.authenticationToken.findFirstOrThrow({
    where: { userId: owner.id },
  })
  const silent: string[] = []
  let done = 0
  for (const { name, method, route, body } of writes) {
    const path = await thingAt(app, callers, route, method)
    const requestId = `walk-${app.make.next()}`
    const sent = body()
    const verb = method.toLowerCase() as 'post' | 'patch' | 'delete'
    const answer = await as(app, owner)[verb](path, {
      headers: { 'X-Request-Id': requestId },
      ...(sent && { body: sent }),
    })
    if (answer.status >= 300) continue
    done++
    const audited = await auditedBy(requestId)
    if (audited.length === 0) silent.push(name)
    for (const row of audited)
      expect(row, name).toEqual({ actorId: owner.id, credentialId, address: here, face: 'rest' })
  }
  expect(done).toBeGreaterThan(30)
  expect(silent.sort()).toEqual([...nothingChanges].sort())
})

test('an upload by a link is audited with the caller that the link was made for', async () => {
  const { owner } = callers
  await createModule(app, owner, 'acme/uploaded/aws')
  const link = await uploadLink(app, owner, 'acme/uploaded/aws', '1.0.0')
  const upload = app.http.put(link).set('X-Request-Id', 'an-upload')
  const answer = await upload.set('Content-Type', 'application/octet-stream').send(moduleArchive())
  expect(answer.status).toBe(200)
  const audited = await auditedBy('an-upload')
  expect(audited.length).toBeGreaterThan(0)
  const credentialId = expect.stringMatching(/^at-/)
  for (const row of audited)
    expect(row).toEqual({ actorId: owner.id, credentialId, address: here, face: 'rest' })
})

test('the token of a team is named with the team, in its organization', async () => {
  const path = `/organizations/${callers.organization.name}/registry-providers`
  const attributes = { name: 'made', namespace: callers.organization.name, 'registry-name': 'private' }
  const answer = await as(app, callers.bearers['team token']).post(path, {
    body: { data: { type: 'registry-providers', attributes } },
    headers: { 'X-Request-Id': 'by-a-team' },
  })
  expect(answer.status, answer.text).toBe(201)
  const [row] = await app.prisma.auditEvent.findMany({ where: { requestId: 'by-a-team' } })
  const token = await app.prisma.authenticationToken.findFirst({ where: { id: row?.credentialId ?? '' } })
  expect(row).toMatchObject({
    actorType: 'team',
    actorId: token?.teamId,
    organizationId: callers.organization.id,
    address: here,
  })
})
