import { versionSortKey } from '@engine/shared'
import { documentsOf, type ModuleDocuments } from '#api/domain/registry-modules/module-documents.js'
import type { Deprecation } from '#api/domain/deprecation.js'
import { newestOf, type ModuleVersion } from '#api/domain/registry-modules/registry-module-version.js'
import { searchVector } from '#api/domain/registry-modules/search-words.js'
import { searchedTexts } from '#api/domain/registry-modules/searched-texts.js'
import type { Dice } from './dice.js'
import type { Owner } from './platform.js'
import { moduleName, moduleSource, providerOf, sentence } from './sources.js'

/** The rows of one module, by the names of their columns. */
export interface MadeModule {
  readonly module: ModuleRow
  readonly versions: readonly { readonly id: string; readonly module_id: string }[]
  readonly documents: ModuleDocuments
  readonly taken: readonly object[]
  readonly downloads: readonly object[]
  /** Undefined where all versions are revoked. */
  readonly listing: object | undefined
}

type ModuleRow = ReturnType<typeof moduleRow>

const epoch = Date.UTC(2024, 0, 1)
const day = 24 * 60 * 60 * 1000
const lowerAndUpper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function makeModule(dice: Dice, owner: Owner, n: number, taken: Set<string>): MadeModule {
  const { name, provider } = freeName(dice, owner, taken)
  const module = moduleRow(dice, owner, name, provider, n)
  const versions = versionsOf(dice, n)
  const documents = documentsOf(name, moduleSource(dice, name, provider))
  const downloads = downloadsOf(dice, module.id, versions)
  const total = downloads.reduce((sum, { count }) => sum + count, 0)
  return {
    module,
    versions: versions.map((version) => versionRow(module.id, version)),
    documents,
    taken: versions.map(({ version, publishedAt }) => ({
      organization_id: owner.id,
      module_key: `${name}/${provider}`,
      sort_key: versionSortKey(version),
      taken_at: publishedAt,
    })),
    downloads,
    listing: listingRow(module, owner, versions, documents, total),
  }
}

function freeName(dice: Dice, owner: Owner, taken: Set<string>): { name: string; provider: string } {
  for (let tries = 0; ; tries++) {
    const base = moduleName(dice)
    const name = tries < 3 ? base : `${base}-${dice.between(2, 20_000)}`
    const provider = providerOf(dice)
    const key = `${owner.namespace}/${name}/${provider}`
    if (taken.has(key)) continue
    taken.add(key)
    return { name, provider }
  }
}

function moduleRow(dice: Dice, owner: Owner, name: string, provider: string, n: number) {
  const createdAt = new Date(epoch + dice.between(0, 300) * day)
  return {
    id: `mod-${dice.letters(16, lowerAndUpper)}`,
    organization_id: owner.id,
    name,
    name_key: name,
    provider,
    publisher: dice.pick(['ana', 'ben', 'chi', 'dora']),
    source_url: `https://git.example/${owner.namespace}/${name}-${provider}`,
    description: n % 2 === 0 ? sentence(dice) : '',
    verified: n % 50 === 0,
    created_at: createdAt,
    updated_at: new Date(createdAt.getTime() + 200 * day),
  }
}

/** Nine of ten modules have six versions, the tenth has 46; newest first. */
function versionsOf(dice: Dice, n: number): ModuleVersion[] {
  return Array.from({ length: n % 10 === 5 ? 46 : 6 }, (_, at) => {
    const number = `${Math.floor(at / 20)}.${Math.floor(at / 4) % 5}.${at % 4}`
    const id = `modver-${dice.letters(16, lowerAndUpper)}`
    const storageKey = `modules/${id}/${dice.letters(32)}.tar.gz`
    const publishedAt = new Date(epoch + (300 + 4 * at) * day)
    return {
      id,
      version: at % 6 === 5 ? `${number}-rc.1` : number,
      status: 'ok' as const,
      error: null,
      warnings: [],
      archive: {
        storageKey,
        sha256: dice.letters(64, '0123456789abcdef'),
        size: dice.between(1_000, 60_000),
      },
      deprecation: deprecationOf(n + at),
      endOfLife: null,
      createdAt: publishedAt,
      publishedAt,
    }
  }).reverse()
}

function deprecationOf(n: number): Deprecation | null {
  const rest = { link: 'https://docs.example/upgrade', earlier: null }
  if (n % 50 === 3) return { status: 'revoked', reason: 'Leaks a secret', ...rest }
  return n % 20 === 7 ? { status: 'deprecated', reason: 'Use the next one', ...rest } : null
}

function versionRow(moduleId: string, { version, status, archive, deprecation, ...facts }: ModuleVersion) {
  return {
    id: facts.id,
    module_id: moduleId,
    version,
    sort_key: versionSortKey(version),
    status,
    storage_key: archive?.storageKey,
    sha256: archive?.sha256,
    size: archive?.size,
    created_at: facts.createdAt,
    published_at: facts.publishedAt,
    deprecation: deprecation?.status,
    deprecation_reason: deprecation?.reason,
    deprecation_link: deprecation?.link,
  }
}

/** Few modules are downloaded a hundred thousand times, and most some dozen times. */
function downloadsOf(dice: Dice, moduleId: string, versions: readonly ModuleVersion[]) {
  return dice
    .many(dice.between(0, 4), () => dice.between(0, 360))
    .flatMap((ago, at, all) => {
      if (all.indexOf(ago) !== at) return []
      const version = dice.prefer(versions).version
      const on = new Date(epoch + (600 - ago) * day).toISOString().slice(0, 10)
      const count = Math.ceil(Math.exp(dice.next() ** 3 * 11))
      return [{ module_id: moduleId, version, day: on, credential_id: 'at-made', organization_id: '', count }]
    })
}

function listingRow(
  module: ModuleRow,
  owner: Owner,
  versions: readonly ModuleVersion[],
  documents: ModuleDocuments,
  downloads: number,
): object | undefined {
  const newest = newestOf(versions)
  if (!newest) return undefined
  const description = module.description || documents.summary
  return {
    module_id: module.id,
    organization_id: owner.id,
    namespace: owner.namespace,
    name: module.name,
    provider: module.provider,
    version_id: newest.id,
    version: newest.version,
    description,
    publisher: module.publisher,
    source_url: module.source_url,
    published_at: newest.publishedAt,
    verified: module.verified,
    downloads,
    words: searchVector([module.name, module.provider], searchedTexts(description, documents.parts)),
  }
}
