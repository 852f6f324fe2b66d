import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { archiveLink, publishModule, registry } from './module-requests.js'

const address = 'acme/network/aws'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const administrator = await app.make.administrator()
const owner = await app.make.user()
const consumer = await app.make.user()
/** Tokens of the organization that the modules belong to, and of one that they are shared with. */
const own = await serviceTokens(owner, 'acme')
const foreign = await serviceTokens(consumer, 'globex')
await publishModule(app, owner, address, '1.0.0')

/** One of a team without any rights, and one of the organization itself. */
async function serviceTokens(by: Person, name: string): Promise<string[]> {
  const { tokens } = app.services
  const organization = await app.make.organization(by, name)
  const organizationId = organization.id
  const team = await app.make.team(by, organization)
  const ofTeam = { type: 'team', id: team.id, organizationId } as const
  const ofOrganization = { type: 'organization', id: organizationId } as const
  return [
    (await tokens.replacePlain(by.ctx, ofTeam, {})).value,
    (await tokens.replacePlain(by.ctx, ofOrganization, {})).value,
  ]
}

const idsOf = async (by: string, path: string): Promise<string[]> =>
  (await registry(app, by, `/v1/modules${path}`)).body.modules.map(({ id }: { id: string }) => id)

const paths = ['', '/acme', '/search?q=network']

test('the tokens of a team and of an organization see its modules, and get their archives', async () => {
  for (const by of own) {
    for (const path of paths) expect(await idsOf(by, path), path).toEqual([`${address}/1.0.0`])
    expect((await app.http.get(await archiveLink(app, by, address, '1.0.0'))).status).toBe(200)
  }
})

rule(
  '§7 visibility',
  'A caller sees the modules of its organizations and of those that share with one of them, by name or with all, and no longer than that … and for the tokens of teams and organizations',
)
test('and those of other organizations, no longer than these share with their own', async () => {
  const { id } = await app.prisma.organization.findUniqueOrThrow({ where: { nameKey: 'acme' } })
  const share = (...names: string[]) =>
    app.services.registryPartnerships.setConsumers(administrator.ctx, id, 'modules', names)
  await share('globex')
  for (const by of foreign) {
    for (const path of paths) expect(await idsOf(by, path), path).toEqual([`${address}/1.0.0`])
    expect((await app.http.get(await archiveLink(app, by, address, '1.0.0'))).status).toBe(200)
  }
  await share()
  for (const by of foreign) {
    for (const path of paths) expect(await idsOf(by, path), path).toEqual([])
    const answer = await registry(app, by, `/v1/modules/${address}/versions`)
    expect([answer.status, answer.body]).toEqual([404, { errors: ['Not Found'] }])
  }
})
