import { versionSortKey } from '@engine/shared'
import type { Prisma } from '../../src/generated/prisma/client.js'
import { newId } from '../../src/kernel/ids.js'
import type { TestApp } from '../app.js'

type Seen = Partial<Prisma.PublicProviderVersionUncheckedCreateInput>

interface Facts extends Partial<Prisma.PublicProviderUncheckedCreateInput> {
  /** Sightings by version number. */
  readonly seen?: Readonly<Record<string, Seen>>
}

/** The rows of a provider as if it had been looked at, without an origin; its id. */
export async function seenProvider(
  { prisma, clock }: TestApp,
  name: string,
  { seen = {}, ...facts }: Facts = {},
): Promise<string> {
  const now = clock.now()
  const id = newId('pubprov')
  const times = {
    firstSeenAt: now,
    syncedAt: now,
    freshUntil: now,
    askedAt: now,
    createdAt: now,
    updatedAt: now,
  }
  const names = { namespace: 'someone', namespaceKey: 'someone', name, nameKey: name }
  await prisma.publicProvider.create({
    data: { id, origin: 'registry.example', ...names, ...times, ...facts },
  })
  await prisma.publicProviderVersion.createMany({
    data: Object.entries(seen).map(([version, of]) => ({
      ...{ id: newId('pubver'), providerId: id, version, sortKey: versionSortKey(version) },
      ...{ protocols: ['5.0'], listedPlatforms: ['linux/amd64'], keyId: 'ABCDEF0123456789' },
      ...{ firstSeenAt: now, heldFrom: now, checkedAt: now, updatedAt: now },
      ...of,
    })),
  })
  return id
}

/** Records that an organization requested it and was refused. */
export async function refused(
  { prisma, clock }: TestApp,
  providerId: string,
  organizationId: string,
  count = 1,
): Promise<void> {
  const lastAt = clock.now()
  const day = dayOf(lastAt)
  await prisma.publicProviderRefusal.create({ data: { providerId, organizationId, day, count, lastAt } })
}

/** Records that a token of an organization downloaded a version. */
export async function used(
  { prisma, clock }: TestApp,
  versionId: string,
  organizationId: string,
): Promise<void> {
  const data = { versionId, credentialId: 'at-1', organizationId, day: dayOf(clock.now()), count: 1 }
  await prisma.publicProviderUse.create({ data })
}

const dayOf = (time: Date): Date => new Date(time.toISOString().slice(0, 10))
