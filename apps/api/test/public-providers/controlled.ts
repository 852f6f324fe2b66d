import type { Response } from 'supertest'
import { expect, vi } from 'vitest'
import { OriginTwin } from '../../load/src/origin/origin-twin.js'
import type { ProviderFacts, ProviderTwin, ReleaseFacts } from '../../load/src/origin/provider-twin.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import type { PublicProviderVersion } from '../../src/generated/prisma/client.js'
import type { OperationContext } from '../../src/kernel/context.js'
import type { Log } from '../../src/kernel/log.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { registry, type Caller } from '../modules/module-requests.js'
import { onFinished } from '../on-finished.js'

export const host = 'registry.example'
export const mount = '/api/registry/public/v1/providers'

export interface Listed {
  readonly versions: readonly string[]
  readonly warnings: readonly string[]
}

/** An origin of public providers, of which every test takes its own. */
export async function startOrigin(word = 'thing') {
  const twin = await new OriginTwin().listen()
  onFinished(() => twin.close())
  const [key, rsa] = await Promise.all([newSigningKey(), newSigningKey('rsa')])
  let count = 0
  return {
    twin,
    key,
    rsa,
    /** A provider with these versions, the newest last, that was never asked for. */
    provider: (
      releases: readonly (string | ReleaseFacts)[] = ['1.0.0'],
      facts: Partial<ProviderFacts> = {},
    ) =>
      twin.add('acme', `${word}-${++count}`, {
        key,
        versions: releases.map((release) => (typeof release === 'string' ? { version: release } : release)),
        ...facts,
      }),
  }
}

export type Origin = Awaited<ReturnType<typeof startOrigin>>

/** An app that has public providers under control, with these settings. */
export async function startControlled(
  origin: Origin,
  settings: Record<string, string> = {},
  beside?: TestApp,
  logged?: Log,
) {
  const app = await startTestApp(
    {
      LOG_LEVEL: 'silent',
      PUBLIC_REGISTRY_URL: origin.twin.url,
      PUBLIC_REGISTRY_HOST: host,
      CONSOLE_URL: 'https://console.test',
      PROVIDER_WATCH: '1h',
      ...settings,
    },
    beside,
    logged,
  )
  const admin = await (beside ?? app).make.administrator()
  return {
    app,
    admin,
    ...asking(app),
    ...deciding(app, admin),
  }
}

const asking = (app: TestApp) => {
  const ask = (by: Caller, { namespace, name }: Named, rest: string): Promise<Response> =>
    registry(app, by, `${mount}/${namespace}/${name}${rest}`)
  return {
    ask,
    /** The list of versions, with the warnings for the terminal. */
    list: async (by: Caller, provider: Named): Promise<Listed> => {
      const { status, body, text } = await ask(by, provider, '/versions')
      if (status !== 200) throw new Error(`${status} ${text}`)
      const versions = body.versions.map(({ version }: { version: string }) => version)
      return { versions, warnings: body.warnings ?? [] }
    },
    download: (by: Caller, provider: Named, version: string, platform = 'linux/amd64') =>
      ask(by, provider, `/${version}/download/${platform}`),
  }
}

export type Named = Pick<ProviderTwin, 'namespace' | 'name'>

interface Policy {
  readonly publicProviders?: string
  readonly providerCooldown?: string
  readonly isDisabled?: boolean
}

const deciding = (app: TestApp, admin: Person) => {
  const { services, prisma, clock } = app
  const system: OperationContext = {
    ...admin.ctx,
    actor: { type: 'system', name: 'the watch of providers' },
  }
  const row = ({ namespace, name }: Named) =>
    prisma.publicProvider.findFirstOrThrow({ where: { namespace, name } })
  const version = async (provider: Named, number: string): Promise<PublicProviderVersion> => {
    const { id: providerId } = await row(provider)
    return prisma.publicProviderVersion.findFirstOrThrow({ where: { providerId, version: number } })
  }
  return {
    row,
    version,
    /** Decides about a version as a site administrator. */
    decide: async (provider: Named, number: string, decision: string | null, reason?: string) =>
      services.adminPublicProviders.decide(admin.ctx, (await version(provider, number)).id, {
        decision,
        ...(reason !== undefined && { reason }),
      }),
    /** Sets an organization's policy as a site administrator. */
    setPolicy: async (name: string, policy: Policy) => {
      const { id } = await prisma.organization.findFirstOrThrow({ where: { name } })
      return services.adminOrganizations.update(admin.ctx, id, policy)
    },
    approveForAll: async (provider: Named, approvedForAll = true) =>
      services.adminPublicProviders.update(admin.ctx, (await row(provider)).id, { approvedForAll }),
    /** Syncs a provider as the watch does, and waits for the end; one that an answer began before ends first. */
    look: async (provider: Named, digests = false) => {
      await vi.waitFor(() => expect(services.providerSync['runningInBackground']).toBe(0), {
        timeout: 10_000,
      })
      const { id } = await row(provider)
      const found = await services.adminPublicProviders.find(admin.ctx, id)
      await services.providerSync.sync(admin.ctx, found, { digests })
    },
    watch: () => services.providerWatch.run(system),
    /** Writes what was counted. */
    settle: () => services.publicProviderUses.stop(system),
    pass: (milliseconds: number) => clock.move(milliseconds),
  }
}

/** Lists the provider for the organization, as its own members do. */
export async function point(app: TestApp, by: Person, organization: string, { namespace, name }: Named) {
  await app.services.providers.create(by.ctx, organization, {
    registryName: 'public',
    namespace,
    name,
  })
}

/** Audit events of a subject, the oldest first. */
export const auditOf = (app: TestApp, subjectId: string) =>
  app.prisma.auditEvent.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })
