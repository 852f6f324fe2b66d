import { joinDatabase, openDatabase } from './adapters/database/open.js'
import { writeLine } from './adapters/logs/logger.js'
import { ReadmeThreads } from './adapters/markdown/readme-threads.js'
import { smtpMail } from './adapters/mail/smtp.js'
import { createMetrics } from './adapters/metrics/metrics.js'
import { ComparisonThreads } from './adapters/module-source/comparison-threads.js'
import { ModuleReader } from './adapters/module-source/module-reader.js'
import { openHclThreads } from './adapters/module-source/open.js'
import { openOutbound } from './adapters/outbound/open.js'
import { RegistryDocuments } from './adapters/public-registry/registry-documents.js'
import { loadSecret } from './adapters/secrets/keys.js'
import { PasswordStrengthThread } from './adapters/secrets/password-strength.js'
import { createPasswords } from './adapters/secrets/passwords.js'
import { tokenValues } from './adapters/secrets/tokens.js'
import { StateThreads } from './adapters/states/state-threads.js'
import { openStorage } from './adapters/storage/open.js'
import { openReserve, reserving } from './adapters/storage/reserve.js'
import type { Config } from './config.js'
import type { IndexWords, ReadModuleFiles } from './domain/registry-modules/read-module.js'
import type { ColorCode, RenderReadme } from './domain/registry-modules/readme-tree.js'
import type { VersionComparer } from './domain/registry-modules/version-comparison.js'
import type { ReadState } from './domain/states/state.js'
import type { CompareStates } from './domain/states/state-comparison.js'
import type { ListStateResources } from './domain/states/state-resource.js'
import type { StoreDatabase } from './domain/store.js'
import { Drain } from './http/drain.js'
import type { Health } from './http/health.js'
import type { Invalidations } from './kernel/invalidation.js'
import { systemClock, type Clock } from './kernel/clock.js'
import type { Log } from './kernel/log.js'
import type { Mail } from './kernel/mail.js'
import type { Metrics } from './kernel/metrics.js'
import type { Outbound } from './kernel/outbound.js'
import type { Passwords, PasswordStrength, TokenValues } from './kernel/secrets.js'
import type { Keyring } from './kernel/signing.js'
import type { Storage } from './kernel/storage.js'
import type { StorageReserve } from './kernel/storage-reserve.js'
import { timeouts, type Timeouts } from './kernel/timeouts.js'
import type { Transactions } from './kernel/transaction.js'
import type { UsesExchange } from './kernel/uses.js'
import { release } from './release.js'
import type { AmongProcesses } from './worker.js'

/** The world outside the process, and all that differs between a test and the real thing. */
export interface Infrastructure {
  readonly config: Config
  readonly database: StoreDatabase
  readonly transactions: Transactions
  /** Receives nothing where nothing is cached. */
  readonly invalidations: Invalidations
  /** Undefined where no other process shares the database. */
  readonly usesExchange: UsesExchange | undefined
  readonly passwords: Passwords
  readonly passwordStrength: PasswordStrength
  readonly tokenValues: TokenValues
  readonly keyring: Keyring
  readonly storage: Storage
  readonly readModule: ReadModuleFiles
  readonly comparer: VersionComparer
  readonly indexWords: IndexWords
  readonly storageReserve: StorageReserve
  readonly readState: ReadState
  readonly compareStates: CompareStates
  readonly listStateResources: ListStateResources
  readonly renderReadme: RenderReadme
  readonly colorCode: ColorCode
  readonly registryDocuments: RegistryDocuments
  readonly clock: Clock
  readonly outbound: Outbound
  readonly timeouts: Timeouts
  /** Undefined where no mail is sent. */
  readonly mail: Mail | undefined
  readonly log: Log
  /** Writes each committed event of the audit log as one line; undefined: no line is written. */
  readonly writeAuditLine: ((line: string) => void) | undefined
  readonly metrics: Metrics
  readonly drain: Drain
  readonly health: Health
  /** True in tests: answers that do not match their declared schema are refused. */
  readonly isStrict: boolean
}

export interface OpenInfrastructure extends Infrastructure {
  close(): Promise<void>
}

/** The real world, opened as the configuration says; `close` lets go of all of it. */
export async function openInfrastructure(
  config: Config,
  log: Log,
  onProgress: (text: string) => void,
  among?: AmongProcesses,
): Promise<OpenInfrastructure> {
  const drain = new Drain()
  // First, since it makes the folder of all data, and locks it against a second process.
  const threads = openHclThreads()
  const modules = new ModuleReader(threads)
  const readmes = new ReadmeThreads()
  const comparer = new ComparisonThreads()
  const passwordStrength = new PasswordStrengthThread()
  const states = new StateThreads()
  const registryDocuments = new RegistryDocuments()
  const options = {
    ...config,
    ...{ log, onProgress, release },
    ...(config.answerCacheLimit > 0 && { clock: systemClock }),
  }
  const database = await (among ? joinDatabase(among.database, options) : openDatabase(options))
  const metrics = createMetrics(log, release, among?.others)
  metrics.gauge('engine_database_connections', 'Connections of the pool, and who waits for one.', () =>
    database.connections(),
  )
  metrics.gauge('engine_module_files_parsing', 'Files of modules that are parsed, and that wait.', () => ({
    ...threads.load,
  }))
  metrics.gauge('engine_module_versions_comparing', 'Comparisons that run, and that wait.', () => ({
    ...comparer.load,
  }))
  metrics.gauge('engine_module_readmes_rendering', 'READMEs that are rendered, and that wait.', () => ({
    ...readmes.load,
  }))
  metrics.gauge('engine_states_held_bytes', 'Bytes of whole states that are in memory.', () => ({
    bytes: states.usage.bytes,
  }))
  metrics.gauge(
    'engine_origin_documents_reading',
    'Long documents of origins that are read, and that wait.',
    () => ({
      ...registryDocuments.load,
    }),
  )
  metrics.gauge('engine_states_reading', 'States that are read, and that wait.', () => ({ ...states.load }))
  try {
    const keyring = await loadSecret(config)
    const storage = await openStorage(config)
    const storageReserve = await openReserve(config, systemClock)
    return {
      config,
      database: { of: database.prismaOf, violatedConstraint: database.violatedConstraint },
      transactions: database.transactions,
      invalidations: database.invalidations,
      usesExchange: config.databaseUrl === undefined && !among ? undefined : database.usesExchange,
      passwords: createPasswords(),
      passwordStrength,
      tokenValues,
      keyring,
      storage: reserving(storage, storageReserve),
      storageReserve,
      readModule: modules.read,
      indexWords: modules.indexWords,
      comparer,
      readState: (state, readFor) => states.read(state, readFor, keyring),
      compareStates: (former, newer) => states.compare(former, newer),
      listStateResources: (id, blocks, range) => states.list(id, blocks, range, keyring),
      renderReadme: (...readme) => readmes.render(...readme),
      colorCode: (...code) => readmes.color(...code),
      registryDocuments,
      clock: systemClock,
      outbound: openOutbound(config),
      timeouts,
      mail: smtpMail(config.smtpUrl, config.consoleUrl),
      log,
      writeAuditLine: config.auditLog === 'stdout' ? writeLine : undefined,
      metrics,
      drain,
      health: { isReady: async () => !drain.hasBegun && (await database.ping()) },
      isStrict: false,
      async close() {
        const all = [threads, modules, readmes, comparer, passwordStrength, states, registryDocuments]
        await Promise.all(all.map((each) => each.close()))
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
