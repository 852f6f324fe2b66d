import { versionSortKey } from '@engine/shared'
import { newId } from '../src/kernel/ids.js'
import type { TestApp } from './app.js'
import { refused } from './public-providers/seen-provider.js'

export interface MadePublicProvider {
  readonly id: string
  readonly name: string
  /** Ids of versions by their numbers. */
  readonly versionIds: Readonly<Record<string, string>>
}

/** A public provider as if its origin had been looked at, past the services: no origin is asked for it. */
export async function makePublicProvider(
  { prisma, clock, make }: TestApp,
  {
    name = `cloud-${make.next()}`,
    versions = ['1.0.0'],
  }: { name?: string; versions?: readonly string[] } = {},
): Promise<MadePublicProvider> {
  const now = clock.now()
  const id = newId('pubprov')
  const keys = { namespace: 'someone', namespaceKey: 'someone', name, nameKey: name }
  const times = {
    firstSeenAt: now,
    syncedAt: now,
    freshUntil: now,
    askedAt: now,
    createdAt: now,
    updatedAt: now,
  }
  await prisma.publicProvider.create({ data: { id, origin: 'registry.example', ...keys, ...times } })
  const made = versions.map((version) => ({ id: newId('pubver'), version }))
  await prisma.publicProviderVersion.createMany({
    data: made.map((each) => ({
      ...{ ...each, providerId: id, sortKey: versionSortKey(each.version), protocols: ['5.0'] },
      ...{ firstSeenAt: now, heldFrom: now, checkedAt: now, keyId: '32966F3FB5AC1129', updatedAt: now },
    })),
  })
  await prisma.publicProviderPlatform.createMany({
    data: made.map(({ id: versionId, version }) => ({
      ...{ versionId, os: 'linux', arch: 'amd64', shasum: 'ab'.repeat(32) },
      filename: `provider-${name}_${version}_linux_amd64.zip`,
    })),
  })
  return { id, name, versionIds: Object.fromEntries(made.map((each) => [each.version, each.id])) }
}

/** Records that an organization requested it, and may not use it. */
export const refuseTo = (
  app: TestApp,
  { id: organizationId }: { readonly id: string },
  { id: providerId }: { readonly id: string },
): Promise<void> => refused(app, providerId, organizationId, 2)
