import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { create } from 'tar'
import type { Services } from '#api/services.js'
import { isPublished } from '#api/domain/registry-modules/registry-module-version.js'
import type { OperationContext } from '#api/kernel/context.js'
import { DomainError } from '#api/kernel/errors.js'
import { maximumPageSize } from '#api/kernel/page.js'
import { organizationActor } from './organization-actor.js'
import type { SampleLifecycle } from './providers.js'
import { daysAgo, oftenOn } from './traffic.js'

export interface SampleModule {
  readonly name: string
  readonly provider: string
  readonly description: string
  readonly sourceUrl: string
  /** True if a site administrator vouches for it. */
  readonly verified?: boolean
  /** Approximate downloads a day by organization; an empty name stands for people with personal tokens. */
  readonly downloads?: Readonly<Record<string, number>>
  readonly versions: readonly (string | SampleVersion)[]
}

interface SampleVersion extends SampleLifecycle {
  readonly version: string
  /** Folder of its sources, if not that of the module; an upload that cannot be parsed is refused. */
  readonly folder?: string
  /** Folder of files that replace those of its sources. */
  readonly changes?: string
}

/** Makes a module and uploads its versions; most have what lies in the folder of its name. */
export async function seedModule(
  services: Services,
  ctx: OperationContext,
  namespace: string,
  sample: SampleModule,
  seedFolder: string,
): Promise<void> {
  const { name, provider, description, sourceUrl, verified, versions } = sample
  const facts = { name, provider, description, sourceUrl, registryName: 'private' }
  const module = await services.modules.create(ctx, namespace, facts)
  for (const each of versions) {
    const said: SampleVersion = typeof each === 'string' ? { version: each } : each
    const { version, folder = name, changes, status, reason, link } = said
    const folders = [folder, ...(changes === undefined ? [] : [changes])].map(
      (each) => `${seedFolder}modules/${each}`,
    )
    const id = await withSources(folders, (cwd) => addModuleVersion(services, ctx, module.id, version, cwd))
    const deprecation = { 'deprecated-status': status, reason, link }
    if (status) await services.moduleVersions.update(ctx, id, { deprecation })
  }
  if (verified) await services.modules.verify(ctx, module.id, { verified })
}

/** Calls with a folder of the files in all of these; a later one replaces files of those before it. */
async function withSources<T>(folders: readonly string[], use: (cwd: string) => Promise<T>): Promise<T> {
  const cwd = await mkdtemp(join(tmpdir(), 'sample-module-'))
  try {
    for (const folder of folders) await cp(folder, cwd, { recursive: true })
    return await use(cwd)
  } finally {
    await rm(cwd, { recursive: true })
  }
}

/** Publishes the parsable part of a folder; returns the id of the version. */
export async function addModuleVersion(
  services: Services,
  ctx: OperationContext,
  moduleId: string,
  number: string,
  cwd: string,
): Promise<string> {
  const { version } = await services.moduleVersions.create(ctx, moduleId, { version: number })
  try {
    await services.moduleUploads.upload(ctx, version.id, Readable.from(create({ gzip: true, cwd }, ['.'])))
  } catch (error) {
    if (!(error instanceof DomainError) || error.failure.kind !== 'invalid') throw error
  }
  return version.id
}

const seededDays = 120

/** Downloads of the last months, fewer at the end of each week, and more from year to day. */
export async function seedDownloads(
  services: Services,
  ctx: OperationContext,
  namespace: string,
  { name, provider, downloads = {} }: SampleModule,
): Promise<void> {
  const { module } = await services.moduleAccess.module(ctx, { namespace, name, provider }, 'modules:read')
  const page = { number: 1, size: maximumPageSize }
  const all = await services.moduleVersions.pagesOf(ctx, [module.id], { publishedOnly: true }, page)
  const published = all.get(module.id)?.items.filter(isPublished) ?? []
  const versions = published.map((version) => ({ module, version }))
  for (const [consumer, aDay] of Object.entries(downloads)) {
    const actor = consumer === '' ? ctx.actor : await organizationActor(services, ctx, consumer)
    for (let ago = 0; ago < seededDays; ago++) {
      const day = { ...daysAgo(ctx, ago), actor }
      const often = Math.round((oftenOn(day, aDay, consumer.length) * (seededDays - ago / 2)) / seededDays)
      const version = versions[ago % versions.length]
      for (let count = 0; version && count < often; count++) services.moduleDownloads.count(day, version)
    }
  }
  await services.moduleDownloads.stop(ctx)
}
