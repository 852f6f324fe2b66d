import { expect } from 'vitest'
import type { TestApp } from './app.js'
import type { Person } from './makers.js'
import { as, documentOf } from './rest.js'

interface Made {
  readonly id: string
  readonly attributes: Record<string, unknown>
  readonly links: Record<string, string>
}

/** `acme/private/acme/cloud` → the path of its resource. */
export function providerPath(address: string): string {
  const [organization, ...rest] = address.split('/')
  return `/organizations/${organization}/registry-providers/${rest.join('/')}`
}

/** Creates a private provider for a test, and returns its address. */
export async function freshProvider(app: TestApp, by: Person, organization = 'Acme'): Promise<string> {
  const address = `${organization}/private/${organization}/cloud-${app.make.next()}`
  await createProvider(app, by, address)
  return address
}

export async function createProvider(app: TestApp, by: Person | string, address: string): Promise<Made> {
  const [organization, registryName, namespace, name] = address.split('/')
  const body = documentOf('registry-providers', { name, namespace, 'registry-name': registryName })
  const answer = await as(app, by).post(`/organizations/${organization}/registry-providers`, { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data
}

export async function createProviderVersion(
  app: TestApp,
  by: Person,
  address: string,
  version: string,
): Promise<Made> {
  const attributes = { version, 'key-id': '32966F3FB5AC1129', protocols: ['5.0'] }
  const body = documentOf('registry-provider-versions', attributes)
  const answer = await as(app, by).post(`${providerPath(address)}/versions`, { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data
}

export async function createPlatform(
  app: TestApp,
  by: Person,
  address: string,
  version: string,
  platform = 'linux/amd64',
): Promise<Made> {
  const [os, arch] = platform.split('/')
  const attributes = { os, arch, shasum: 'ab'.repeat(32), filename: `cloud_${version}_${os}_${arch}.zip` }
  const body = documentOf('registry-provider-platforms', attributes)
  const answer = await as(app, by).post(`${providerPath(address)}/versions/${version}/platforms`, { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data
}

/** A provider with a version and a platform, and the paths of their resources. */
export async function createProviderWithPlatform(app: TestApp, by: Person) {
  const address = await freshProvider(app, by)
  const made = await createProviderVersion(app, by, address, '1.0.0')
  const build = await createPlatform(app, by, address, '1.0.0')
  const path = `${providerPath(address)}/versions/1.0.0`
  return { address, made, build, path, platform: `${path}/platforms/linux/amd64` }
}

export async function shown(app: TestApp, by: Person, path: string) {
  const answer = await as(app, by).get(path)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}
