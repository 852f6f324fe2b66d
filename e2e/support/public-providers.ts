import type { ProviderTwin } from '../../apps/api/load/src/origin/provider-twin.js'
import { OriginTwin } from '../../apps/api/load/src/origin/origin-twin.js'
import { newSigningKey } from '../../apps/api/load/src/origin/signing.js'
import type { LivingPlatform } from '../fixtures.js'
import { living } from './living.js'
import { administrator, createAdministrator, startPlatform } from './platform.js'

/** A platform whose public registry is a twin with the provider `someone/cloud`: 1.0.0 of long ago, 1.1.0 of now. */
export interface Controlled {
  readonly platform: LivingPlatform
  readonly origin: OriginTwin
  readonly cloud: ProviderTwin
  stop(): Promise<void>
}

/** Starts a site where only listed providers may be used, and new versions are on hold for three days. */
export async function startControlled(): Promise<Controlled> {
  const origin = await new OriginTwin().listen()
  const versions = [
    { version: '1.0.0', packages: true },
    { version: '1.1.0', packages: true, publishedAt: new Date().toISOString() },
  ]
  const cloud = await origin.add('someone', 'cloud', { key: await newSigningKey(), versions })
  const settings = {
    PUBLIC_REGISTRY_URL: origin.url,
    PUBLIC_REGISTRY_HOST: 'registry.example',
    PUBLIC_PROVIDERS: 'listed',
    PROVIDER_COOLDOWN: '72h',
    PROVIDER_WATCH: '0s',
  }
  const started = await startPlatform({ settings })
  const platform = living(started, administrator, await createAdministrator(started))
  const stop = async () => {
    await started.stop()
    await origin.close()
  }
  return { platform, origin, cloud, stop }
}

interface Answer {
  readonly status: number
  readonly body: {
    readonly versions?: readonly { readonly version: string }[]
    readonly warnings?: readonly string[]
    readonly errors?: readonly string[]
  }
}

/** Makes an organization, and asks as its CLI does. */
export async function newRequester(
  { rest, apiUrl }: LivingPlatform,
  name: string,
): Promise<(path: string) => Promise<Answer>> {
  await rest.create('/organizations', 'organizations', { name, email: `${name}@example.com` })
  const made = await rest.create(`/organizations/${name}/authentication-token`, 'authentication-tokens', {})
  const headers = { authorization: `Bearer ${String(made.attributes['token'])}` }
  return async (path) => {
    const response = await fetch(`${apiUrl}/api/registry/public/v1/providers/${path}`, { headers })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }
}
