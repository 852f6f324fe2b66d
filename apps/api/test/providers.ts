import { expect } from 'vitest'
import type { TestApp } from './app.js'
import type { Person } from './makers.js'
import { as, documentOf } from './rest.js'

interface Made {
  readonly id: string
  readonly attributes: Record<string, unknown>
  readonly links: Record<string, string>
}

/** What makes a provider: `acme/private/acme/cloud` → the path of its resource. */
export function providerPath(address: string): string {
  const [organization, ...rest] = address.split('/')
  return `/organizations/${organization}/registry-providers/${rest.join('/')}`
}

export async function createProvider(app: TestApp, by: Person, address: string): Promise<Made> {
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
