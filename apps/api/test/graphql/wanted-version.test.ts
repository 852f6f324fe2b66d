import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { send, taking } from '../modules/interfaces.js'
import { createModule, publish } from '../modules/module-requests.js'
import { dataOf } from '../rest.js'

const app = await startTestApp()
const owner = await app.make.user('owner')
await app.make.organization(owner, 'acme')
const address = 'acme/network/aws'
await createModule(app, owner, address, { 'module-interface-policy': 'warn' })
await publish(app, owner, address, '1.2.4', taking('cidr', 'name'))
await publish(app, owner, address, '2.3.0', taking('cidr'))
await publish(app, owner, address, '1.3.0', taking('name'))

const facts = 'missingStep wantedVersion breaksPromise breakingCount'

interface Found {
  readonly version: { readonly interface: unknown }
  readonly comparison: unknown
}

/** The verdict on a version, as its page and the comparison with the version before it show it. */
async function verdictOn(from: string, to: string): Promise<readonly unknown[]> {
  const query = `query ($from: String!, $to: String!) { registryModuleNamespace(name: "acme") {
    registryModule(name: "network", provider: "aws") {
      version(version: $to) { interface { ${facts} } } comparison(from: $from, to: $to) { ${facts} } } } }`
  const data = await dataOf(app, owner, query, { from, to })
  const { version, comparison } = data['registryModuleNamespace']?.['registryModule'] as Found
  return [version.interface, comparison]
}

const breaking = { missingStep: 'MAJOR', wantedVersion: '3.0.0', breaksPromise: true, breakingCount: 1 }

test('the number that SemVer wants is one that is free, on the page of a version and in its comparison', async () => {
  expect(await verdictOn('1.2.4', '1.3.0')).toEqual([breaking, breaking])
})

test('a pre-release breaks no promise, and the number of its release is said all the same', async () => {
  expect((await send(app, owner, address, { version: '2.4.0-rc.1' }, taking('name'))).status).toBe(200)
  const expected = { ...breaking, breaksPromise: false }
  expect(await verdictOn('2.3.0', '2.4.0-rc.1')).toEqual([expected, expected])
})

test('a number that says as much misses no step', async () => {
  const enough = { missingStep: null, wantedVersion: null, breaksPromise: false, breakingCount: 1 }
  await publish(app, owner, address, '3.0.0', taking())
  expect(await verdictOn('2.3.0', '3.0.0')).toEqual([enough, enough])
})

test('what was found when a version was published stays when that number is taken', async () => {
  expect(await verdictOn('1.2.4', '1.3.0')).toEqual([breaking, breaking])
})

test('two versions that were not compared then are told a number that is free now', async () => {
  await publish(app, owner, address, '1.4.0', taking())
  const { 1: compared } = await verdictOn('1.2.4', '1.4.0')
  expect(compared).toEqual({ ...breaking, wantedVersion: '4.0.0', breakingCount: 2 })
})
