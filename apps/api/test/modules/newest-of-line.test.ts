import { baselineOf } from '@engine/module-source/verdict'
import { compareVersions, isPreRelease, versionSortKey } from '@engine/shared'
import { expect, test } from 'vitest'
import { ModuleTargetsStore } from '../../src/domain/module-upgrades/module-targets.store.js'
import { ModuleUsageStore } from '../../src/domain/module-upgrades/module-usage.store.js'
import { waysFrom } from '../../src/domain/module-upgrades/upgrade-target.js'
import { newId } from '../../src/kernel/ids.js'
import { startTestApp } from '../app.js'
import { system } from './usage.js'

const app = await startTestApp()
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'acme')
const database = { of: () => app.prisma, violatedConstraint: () => undefined }
const usage = new ModuleUsageStore(database)
const targets = new ModuleTargetsStore(database)
const ctx = system(app)

/** The same numbers from 0 to below a limit in each run. */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state * 48271) % 2147483647
    return state % limit
  }
}

interface Made {
  readonly version: string
  readonly isRevoked: boolean
}

/** A module with these versions, each of which was used today. */
async function madeOf(name: string, versions: readonly Made[]): Promise<string> {
  const now = app.clock.now()
  const module = await app.services.modules.create(owner.ctx, 'acme', { name, provider: 'aws' })
  await app.prisma.moduleVersion.createMany({
    data: versions.map(({ version, isRevoked }) => ({
      ...{
        id: newId('modver'),
        moduleId: module.id,
        version,
        sortKey: versionSortKey(version),
        status: 'ok',
      },
      ...{ storageKey: 'x', sha256: 'a'.repeat(64), size: 1, createdAt: now, publishedAt: now },
      ...(isRevoked && { deprecation: 'revoked', deprecationReason: 'It leaks' }),
    })),
  })
  await app.prisma.moduleDownload.createMany({
    data: versions.map(({ version }) => ({
      ...{ moduleId: module.id, version, day: now, credentialId: 'at-x', organizationId: '', count: 1 },
    })),
  })
  return module.id
}

/** Versions of few lines, so that each has several, with pre-releases and revoked ones among them. */
function versionsBy(random: (limit: number) => number, count: number, majors: number): readonly Made[] {
  const made = new Map<string, Made>()
  while (made.size < count) {
    const numbers = `${random(majors)}.${random(3)}.${random(12)}`
    const version = random(4) === 0 ? `${numbers}-rc.${random(3)}` : numbers
    made.set(version, { version, isRevoked: random(5) === 0 })
  }
  return [...made.values()]
}

const lineOf = (version: string): string => {
  const [major = '', minor = ''] = version.split(/[.+-]/)
  return major === '0' ? `0.${minor}` : major
}

/** The newest of each line, as the newest of a module is found: a pre-release only where there is nothing else. */
function newestOfLines(versions: readonly Made[]): ReadonlyMap<string, string> {
  const listed = versions.filter(({ isRevoked }) => !isRevoked).map(({ version }) => version)
  const lines = new Set(listed.map(lineOf))
  return new Map(
    [...lines].map((line) => {
      const all = listed.filter((version) => lineOf(version) === line)
      const releases = all.filter((version) => !isPreRelease(version))
      return [line, (releases.length > 0 ? releases : all).toSorted(compareVersions).at(-1) ?? '']
    }),
  )
}

test.each(Array.from({ length: 12 }, (_, at) => at + 1))(
  'module %i: lists, comparisons and the guard agree on the newest of each line',
  async (seed) => {
    const random = randomFrom(seed * 7919)
    const versions = versionsBy(random, 6 + random(70), 2 + random(40))
    const moduleId = await madeOf(`m${seed}`, versions)
    const newest = newestOfLines(versions)
    const page = { number: 1, size: 100 }
    const found = await usage.listConsumers(ctx, { id: moduleId, organizationId: acme.id }, {}, page)
    expect(found.items).toHaveLength(versions.length)
    for (const { version, status, line } of found.items) {
      expect(line, version).toBe(lineOf(version))
      const top = newest.get(line)
      const isBehind = top !== undefined && compareVersions(version, top) < 0
      const isRevoked = versions.some((each) => each.version === version && each.isRevoked)
      expect(status, version).toBe(isRevoked ? 'revoked' : isBehind ? 'behind' : 'current')
    }
    const ofModule = (await targets.targetsOf(ctx, found.items)).get(moduleId) ?? []
    const hasReleases = [...newest.values()].some((version) => !isPreRelease(version))
    for (const [line, top] of newest) {
      if (isPreRelease(top) && hasReleases) continue
      // Of each line the newest is a target, up to half of the number that is compared.
      const [target] = ofModule.filter((each) => each.line === line)
      if (target) expect(target.version, line).toBe(top)
      // The guard compares a patch of the line with the same version.
      const next = line.startsWith('0.') ? `${line}.999` : `${line}.999.0`
      if (!isPreRelease(top)) expect(baselineOf(next, versions)?.version, line).toBe(top)
    }
    for (const moving of found.items)
      for (const way of firstOfLines(waysFrom(moving, ofModule)))
        if (way.line !== moving.line) expect(way.version, moving.version).toBe(newest.get(way.line))
  },
)

/** The first of each line, which stands for its line where there are too many to compare. */
function firstOfLines<Way extends { readonly line: string }>(ways: readonly Way[]): readonly Way[] {
  return ways.filter(({ line }, at) => ways.findIndex((each) => each.line === line) === at)
}
