import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { buildGraphqlSchema } from '../../../src/graphql/schema.js'
import { isFull } from '../../full-run.js'
import { makePublicProvider } from '../../public-providers.js'
import { graphql } from '../../rest.js'
import { startHere, type Change } from './change.js'
import { ciChanges } from './ci.changes.js'
import { organizationChanges, sharingRequestChanges, webhookChanges } from './organization.changes.js'
import { peopleChanges } from './people.changes.js'
import { registryChanges } from './registry.changes.js'
import { publicProviderChanges, siteChanges } from './site.changes.js'

const changes: Readonly<Record<string, Change>> = {
  ...siteChanges,
  ...publicProviderChanges,
  ...peopleChanges,
  ...organizationChanges,
  ...webhookChanges,
  ...ciChanges,
  ...sharingRequestChanges,
  ...registryChanges,
}

const here = await startHere()
const { app, callers } = here
// Nothing but the scope is in the way.
await app.prisma.user.update({ where: { id: callers.owner.id }, data: { isSiteAdmin: true } })

const mutations = buildGraphqlSchema().getMutationType()?.getFields() ?? {}

async function codesOf(name: string, bearer: string, input: object): Promise<string[]> {
  const type = String(mutations[name]?.args[0]?.type)
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { userErrors { code } } }`
  const { data, errors = [] } = await graphql(app, bearer, query, { input })
  expect(errors, name).toEqual([])
  return (data[name]?.['userErrors'] as { code: string }[]).map(({ code }) => code)
}

/** The mutation that every scope allows: a token makes tokens that may do no more than itself, by rules for tokens. */
const always = 'authenticationTokenCreate'

rule('§3 tokens', 'Scopes hold for every mutation of GraphQL')
test.each(['read', ...(isFull ? ['publish:acme/other/aws', 'registry', 'two-factor'] : [])])(
  'with the scope %s alone every mutation is NOT_FOUND and nothing has happened',
  async (scope) => {
    const bearer =
      scope === 'two-factor'
        ? await app.make.sessionWithoutTwoFactor(callers.owner)
        : await app.make.token(callers.owner, { scopes: [scope] })
    for (const [name, change] of Object.entries(changes)) {
      if (name === always) continue
      const input = await change.input(here)
      const before = await app.prisma.auditEvent.count({ where: { face: 'console' } })
      expect(await codesOf(name, bearer, input), name).toEqual(['NOT_FOUND'])
      expect(await app.prisma.auditEvent.count({ where: { face: 'console' } }), name).toBe(before)
    }
    const more = await codesOf(always, bearer, { scopes: ['read', 'registry'] })
    const refused = scope === 'two-factor' ? 'NOT_FOUND' : 'INVALID'
    expect(more, 'a token never makes one that may do more').toEqual([refused])
  },
)

/** Queries without arguments, each with a field that tells something. */
const questions = {
  engineVersions: '{ engineVersions { totalCount } }',
  users: '{ users { totalCount } }',
  sitePublicProviders: '{ sitePublicProviders { totalCount } }',
  siteOrganizations: '{ siteOrganizations { totalCount } }',
  auditEvents: '{ auditEvents { nodes { id } } }',
  sessions: '{ viewer { user { sessions { totalCount } } } }',
}

test.each(Object.entries(questions))(
  '%s are told to `read`, not to `registry` or `publish`',
  async (_, query) => {
    const told = async (scope: string): Promise<boolean> => {
      const bearer = await app.make.token(callers.owner, { scopes: [scope] })
      const { data, errors } = await graphql(app, bearer, query)
      return !errors && /"(totalCount":[1-9]|nodes":\[\{)/.test(JSON.stringify(data))
    }
    await app.make.session(callers.owner)
    await makePublicProvider(app)
    if (!query.includes('engineVersions')) expect(await told('read')).toBe(true)
    for (const scope of ['registry', 'publish:acme/other/aws']) expect(await told(scope), scope).toBe(false)
  },
)
