import { expect, test } from 'vitest'
import { PublicProviderPoliciesStore } from '../../src/domain/public-providers/public-provider-policies.store.js'
import { verdictOf } from '../../src/domain/public-providers/public-providers-policy.js'
import { lacksSql } from '../../src/domain/public-providers/public-providers.store.js'
import { db, rowsOf } from '../../src/domain/sql.js'
import { host, point, startControlled, startOrigin } from './controlled.js'

const origin = await startOrigin()
const { app, admin, ask, row } = await startControlled(origin)
const ana = await app.make.user('ana')
const acme = await app.make.organization(ana, 'acme')
const thing = await origin.provider()
// A busy machine may be slower than the platform waits for an origin.
while ((await ask(ana, thing, '/versions')).status !== 200);
const provider = await row(thing)
await point(app, ana, 'acme', thing)
const pointer = await app.prisma.registryProvider.findFirstOrThrow({ where: { organizationId: acme.id } })

const rules = ['open', 'listed'] as const
const flags = [false, true]
const cases = rules.flatMap((siteRule) =>
  [null, ...rules].flatMap((publicProviders) =>
    flags.flatMap((isDisabled) =>
      flags.flatMap((approvedForAll) =>
        ['nothing', 'pointer', 'approval', 'pointer of another origin'].map((lists) => ({
          ...{ siteRule, publicProviders, isDisabled, approvedForAll, lists },
        })),
      ),
    ),
  ),
)

/** Makes the organization and the provider what a case says. */
async function make({ publicProviders, isDisabled, approvedForAll, lists }: (typeof cases)[number]) {
  const { prisma, clock } = app
  const ids = { providerId: provider.id, organizationId: acme.id }
  await prisma.organization.update({ where: { id: acme.id }, data: { publicProviders, isDisabled } })
  await prisma.publicProvider.update({ where: { id: provider.id }, data: { approvedForAll } })
  await prisma.publicProviderApproval.deleteMany({ where: ids })
  if (lists === 'approval')
    await prisma.publicProviderApproval.create({ data: { ...ids, approvedAt: clock.now() } })
  const registryName = lists.startsWith('pointer') ? 'public' : 'private'
  await prisma.registryProvider.update({ where: { id: pointer.id }, data: { registryName } })
}

test('an organization is counted as one that lacks a provider where it is refused the provider', async () => {
  for (const each of cases) {
    await make(each)
    const mainOrigin = each.lists === 'pointer of another origin' ? 'other.example' : host
    const site = { rule: each.siteRule, cooldown: 0, cooldownAsSet: '0s', tellsHeld: false, isSet: true }
    const database = { of: () => app.prisma, violatedConstraint: () => undefined }
    const policies = new PublicProviderPoliciesStore(database, site, mainOrigin)
    const organizations = await policies.ofOrganization(admin.ctx, acme.id, provider)
    const { cooldown } = verdictOf(site, organizations, each)
    const read = db
      .selectFrom(['organizations as o', 'public_providers as p'])
      .select(lacksSql({ ...site, mainOrigin }).as('lacks'))
      .where('o.id', '=', acme.id)
      .where('p.id', '=', provider.id)
    const [found] = await rowsOf(app.prisma, read)
    // A disabled organization asks for nothing, so that no one acts for it.
    const expected = !each.isDisabled && cooldown === undefined
    expect(found?.lacks, JSON.stringify(each)).toBe(expected)
  }
})
