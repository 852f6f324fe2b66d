import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { longestUpload, type ListedFile, type Storage } from '../../kernel/storage.js'
import type { StoredFilesStore } from './stored-files.store.js'
import type { ShouldContinue, MaintenanceTask } from './maintenance.js'

const folders = ['modules', 'origins', 'providers', 'states']

/** Number of files that are compared at a time. */
const filesAtOnce = 500

/** The age of removable files. Some storages date them by the begin of upload; a day more is for reading and clocks. */
const safeAge = longestUpload + days(1)

/** Removes what a killed process or a failed removal left; files older than the database or named otherwise stay. */
export class StoredFilesService implements MaintenanceTask {
  readonly name = 'unreferenced-files'
  readonly every = days(1)

  constructor(
    private readonly store: StoredFilesStore,
    private readonly storage: Storage,
  ) {}

  async run(ctx: OperationContext, shouldContinue: ShouldContinue): Promise<void> {
    const before = later(ctx.clock.now(), -safeAge)
    const unfinished = await this.storage.removeUnfinished(before)
    const since = await this.store.beginning(ctx)
    let removed = 0
    if (since)
      for (const folder of folders)
        removed += await this.sweep(ctx, shouldContinue, folder, { since, before })
    if (removed + unfinished > 0)
      ctx.log.info({ removed, unfinished }, 'files that nothing refers to were removed')
  }

  /** Removes unreferenced files of a folder; returns how many. */
  private async sweep(
    ctx: OperationContext,
    shouldContinue: ShouldContinue,
    folder: string,
    { since, before }: { readonly since: Date; readonly before: Date },
  ): Promise<number> {
    let removed = 0
    let seen: ListedFile[] = []
    for await (const file of this.storage.list(folder)) {
      seen.push(file)
      if (seen.length < filesAtOnce) continue
      removed += await this.removeFrom(ctx, seen.filter(isOld))
      seen = []
      if (!(await shouldContinue())) return removed
    }
    return removed + (await this.removeFrom(ctx, seen.filter(isOld)))

    function isOld({ modifiedAt }: ListedFile): boolean {
      return modifiedAt >= since && modifiedAt < before
    }
  }

  private async removeFrom(ctx: OperationContext, files: readonly ListedFile[]): Promise<number> {
    const owned = files.flatMap(({ key }) => ({ key, owner: ownerOf(key) }))
    const owners = owned.flatMap(({ owner }) => owner ?? [])
    const referred = await this.store.referredTo(ctx, [...new Set(owners)])
    const unreferenced = owned.filter(({ key, owner }) => owner !== undefined && !referred.has(key))
    for (const { key } of unreferenced) await this.storage.remove(key)
    return unreferenced.length
  }
}

/**
 * Returns the id of a file's owner: `modules/modver-…/….tar.gz`, `origins/pubver-…/….zip`, `origins/pubmod-…/….archive`, `providers/provver-…/….shasums`,
 * `states/sv-…`.
 */
function ownerOf(key: string): string | undefined {
  return /^(?:modules|origins|providers|states)\/((?:modver|pubver|pubmod|provver|provpltfrm|sv)-\w+)\/[\w-]+\.(?:tar\.gz|zip|archive|shasums|shasums-sig|binary|state|json)$/.exec(
    key,
  )?.[1]
}
