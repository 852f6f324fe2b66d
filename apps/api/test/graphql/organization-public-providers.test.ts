import { expect, test } from 'vitest'
import { days } from '../../src/kernel/clock.js'
import { startControlled, startOrigin } from '../public-providers/controlled.js'
import { graphql } from '../rest.js'

const origin = await startOrigin()
const { app, decide, list, look, pass, setPolicy } = await startControlled(origin)
const owner = await app.make.user()
const { name: acme } = await app.make.organization(owner)

const query = `query ($organization: String!, $origin: String!, $name: String!) {
  organization(name: $organization) {
    publicProvider(origin: $origin, namespace: "acme", name: $name) {
      isKnown isUsable isListed mayList
      versions { nodes { version status heldUntil reason goneFromOrigin } totalCount }
    }
  }
}`

const shown = async (name: string, host = 'registry.example') => {
  const { data } = await graphql(app, owner, query, { organization: acme, origin: host, name })
  return (data['organization'] as unknown as { publicProvider: unknown }).publicProvider
}

test('a member sees of each version what stands of it for the organization, and why', async () => {
  const thing = await origin.provider(['1.0.0', '1.1.0', '1.2.0'])
  await list(owner, thing)
  await decide(thing, '1.0.0', 'block', 'It leaks')
  thing.withdraw('1.1.0')
  pass(days(7))
  await thing.release({ version: '2.0.0' })
  await look(thing)
  const heldUntil = new Date(app.clock.now().getTime() + days(3)).toISOString()
  await setPolicy(acme, { providerCooldown: '72h', publicProviders: 'listed' })
  const calm = { heldUntil: null, reason: null, goneFromOrigin: false }
  expect(await shown(thing.name)).toEqual({
    ...{ isKnown: true, isUsable: false, isListed: false, mayList: true },
    versions: {
      nodes: [
        { ...calm, version: '2.0.0', status: 'HELD', heldUntil },
        { ...calm, version: '1.2.0', status: 'AVAILABLE' },
        { ...calm, version: '1.1.0', status: 'AVAILABLE', goneFromOrigin: true },
        { ...calm, version: '1.0.0', status: 'BLOCKED', reason: 'It leaks' },
      ],
      totalCount: 4,
    },
  })
})

test('what was never asked for is not known, and at an unknown origin there is nothing', async () => {
  const versions = { nodes: [], totalCount: 0 }
  expect(await shown('never-asked')).toMatchObject({ isKnown: false, mayList: true, versions })
  expect(await shown('never-asked', 'unknown.example')).toBeNull()
})
