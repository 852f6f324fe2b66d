import { StoredFilesService } from '../../src/domain/upkeep/stored-files.service.js'
import { StoredFilesStore } from '../../src/domain/upkeep/stored-files.store.js'
import type { UpkeepTask } from '../../src/domain/upkeep/upkeep.js'
import { UpkeepService } from '../../src/domain/upkeep/upkeep.service.js'
import { UpkeepTurnsStore } from '../../src/domain/upkeep/upkeep-turns.store.js'
import type { OperationContext } from '../../src/kernel/context.js'
import type { ListedFile, Storage } from '../../src/kernel/storage.js'
import type { TestApp } from '../app.js'
import { silentLog } from '../silent-log.js'

/** A context of the process itself, and the texts of what it warned of. */
export function systemContext(app: TestApp): { ctx: OperationContext; warnings: string[] } {
  const warnings: string[] = []
  const log = { ...silentLog, warn: (_: object, text: string) => void warnings.push(text) }
  const actor = { type: 'system', name: 'the upkeep' } as const
  return { ctx: { actor, face: 'system', requestId: 'upkeep', clock: app.clock, log }, warnings }
}

/** The storage of the app, where files are as old as the test says; all others are new. */
export class DatedStorage {
  readonly dates = new Map<string, Date>()
  readonly storage: Storage
  /** The folders that were listed. */
  readonly listed: string[] = []

  constructor(private readonly app: TestApp) {
    const list = (folder: string) => this.list(folder)
    this.storage = Object.assign(Object.create(app.storage) as Storage, { list })
  }

  private async *list(folder: string): AsyncGenerator<ListedFile> {
    this.listed.push(folder)
    for await (const file of this.app.storage.list(folder))
      yield { ...file, modifiedAt: this.dates.get(file.key) ?? this.app.clock.now() }
  }
}

/** One of the processes, as far as the upkeep is concerned. */
export function upkeepOf(app: TestApp, ...tasks: UpkeepTask[]): UpkeepService {
  return new UpkeepService(new UpkeepTurnsStore(databaseOf(app)), tasks)
}

export const sweepOf = (app: TestApp, storage: Storage): StoredFilesService =>
  new StoredFilesService(new StoredFilesStore(databaseOf(app)), storage)

const databaseOf = ({ prisma }: TestApp) => ({ of: () => prisma, violatedConstraint: () => undefined })
