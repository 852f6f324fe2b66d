import { expect } from 'vitest'
import { startTestApp, type TestApp } from '../app.js'
import { registry } from '../modules/module-requests.js'
import { providerPath } from '../providers.js'
import { as } from '../rest.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { registerKey } from './signed-provider.js'

/** The address of a provider that does not exist yet. */
export const fresh = ({ make }: TestApp): string => `Acme/private/Acme/cloud-${make.next()}`
export const nameIn = (address: string): string => address.split('/').at(-1) ?? ''

export const versionsPath = (address: string): string => `/v1/providers/acme/${nameIn(address)}/versions`
export const detailPath = (address: string, version = '1.0.0'): string =>
  `/v1/providers/acme/${nameIn(address)}/${version}`
export const downloadPath = (address: string, version = '1.0.0', platform = 'linux/amd64'): string =>
  `${detailPath(address, version)}/download/${platform}`

export type ProviderNamespace = Awaited<ReturnType<typeof startNamespace>>

/** An app with one organization, `Acme`, that has a signing key, and a look at what the engine is offered there. */
export async function startNamespace() {
  const app = await startTestApp({ LOG_LEVEL: 'silent', ENGINE_ALIASES: 'terraform' })
  const owner = await app.make.user('ana')
  const acme = await app.make.organization(owner, 'Acme')
  const pair = await newSigningKey()
  await registerKey(app, owner, 'Acme', pair)
  /** The versions that the engine may install. */
  const listed = async (address: string): Promise<string[]> => {
    const answer = await registry(app, owner, versionsPath(address))
    expect(answer.status, answer.text).toBe(200)
    return answer.body.versions.map(({ version }: { version: string }) => version)
  }
  /** Error that prevents the publication of version 1.0.0, or null. */
  const errorOf = async (address: string): Promise<unknown> => {
    const { body } = await as(app, owner).get(`${providerPath(address)}/versions/1.0.0`)
    return body.data.attributes['publication-error']
  }
  return { app, owner, acme, pair, listed, errorOf }
}
