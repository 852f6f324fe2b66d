import { StoredFilesService } from '../../src/domain/maintenance/stored-files.service.js'
import { StoredFilesStore } from '../../src/domain/maintenance/stored-files.store.js'
import type { MaintenanceTask } from '../../src/domain/maintenance/maintenance.js'
import { MaintenanceService } from '../../src/domain/maintenance/maintenance.service.js'
import { JobLeasesStore } from '../../src/domain/maintenance/job-leases.store.js'
import type { OperationContext } from '../../src/kernel/context.js'
import type { ListedFile, Storage } from '../../src/kernel/storage.js'
import type { TestApp } from '../app.js'
import { silentLog } from '../silent-log.js'

/** A context of the process itself, and the texts of what it warned of. */
export function systemContext(app: TestApp): { ctx: OperationContext; warnings: string[] } {
  const warnings: string[] = []
  const log = { ...silentLog, warn: (_: object, text: string) => void warnings.push(text) }
  const actor = { type: 'system', name: 'the maintenance' } as const
  return { ctx: { actor, face: 'system', requestId: 'maintenance', clock: app.clock, log }, warnings }
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

/** The maintenance of one process. */
export function maintenanceOf(app: TestApp, ...tasks: MaintenanceTask[]): MaintenanceService {
  return new MaintenanceService(new JobLeasesStore(databaseOf(app)), tasks)
}

export const sweepOf = (app: TestApp, storage: Storage): StoredFilesService =>
  new StoredFilesService(new StoredFilesStore(databaseOf(app)), storage)

const databaseOf = ({ prisma }: TestApp) => ({ of: () => prisma, violatedConstraint: () => undefined })
