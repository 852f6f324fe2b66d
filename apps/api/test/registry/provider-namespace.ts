import { expect } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { registry } from '../modules/module-requests.js'
import { providerPath } from '../providers.js'
import { as } from '../rest.js'
import { newKeyPair, registerKey, type KeyPair } from './signed-provider.js'

/** The address of a provider that does not exist yet. */
export const fresh = ({ make }: TestApp): string => `Acme/private/Acme/cloud-${make.next()}`
export const nameIn = (address: string): string => address.split('/').at(-1) ?? ''

export const versionsPath = (address: string): string => `/v1/providers/acme/${nameIn(address)}/versions`
export const detailPath = (address: string, version = '1.0.0'): string =>
  `/v1/providers/acme/${nameIn(address)}/${version}`
export const downloadPath = (address: string, version = '1.0.0', platform = 'linux/amd64'): string =>
  `${detailPath(address, version)}/download/${platform}`

/** An app with one organization, `Acme`, that has a signing key, and a look at what the engine is offered there. */
export interface ProviderNamespace {
  readonly app: TestApp
  readonly owner: Person
  readonly acme: Organization
  readonly pair: KeyPair
  /** The versions that the engine may install. */
  readonly listed: (address: string) => Promise<string[]>
  /** What keeps version 1.0.0 back, or null. */
  readonly errorOf: (address: string) => Promise<unknown>
}

export async function startNamespace(): Promise<ProviderNamespace> {
  const app = await startTestApp({ LOG_LEVEL: 'silent', ENGINE_ALIASES: 'terraform' })
  const owner = await app.make.user('ana')
  const acme = await app.make.organization(owner, 'Acme')
  const pair = await newKeyPair()
  await registerKey(app, owner, 'Acme', pair)
  const listed = async (address: string): Promise<string[]> => {
    const answer = await registry(app, owner, versionsPath(address))
    expect(answer.status, answer.text).toBe(200)
    return answer.body.versions.map(({ version }: { version: string }) => version)
  }
  const errorOf = async (address: string): Promise<unknown> => {
    const { body } = await as(app, owner).get(`${providerPath(address)}/versions/1.0.0`)
    return body.data.attributes['publication-error']
  }
  return { app, owner, acme, pair, listed, errorOf }
}
