import { moduleSourceReader } from '@engine/module-source/source-reader'
import type { ReadModuleSource } from '@engine/module-source'
import { openDatabase } from './adapters/database/open.js'
import { writeLine } from './adapters/logs/logger.js'
import { ReadmeThreads } from './adapters/markdown/readme-threads.js'
import { smtpMail } from './adapters/mail/smtp.js'
import { createMetrics } from './adapters/metrics/metrics.js'
import { openHclThreads } from './adapters/module-source/open.js'
import { openOutbound } from './adapters/outbound/open.js'
import { loadSecret } from './adapters/secrets/keys.js'
import { PasswordStrengthThread } from './adapters/secrets/password-strength.js'
import { createPasswords } from './adapters/secrets/passwords.js'
import { sealedFor } from './adapters/secrets/purposes.js'
import { tokenValues } from './adapters/secrets/tokens.js'
import { StateThreads } from './adapters/states/state-threads.js'
import { openStorage } from './adapters/storage/open.js'
import type { Config } from './config.js'
import type { ColorCode, RenderReadme } from './domain/registry-modules/readme-tree.js'
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
import type { Transactions } from './kernel/transaction.js'
import type { UsesExchange } from './kernel/uses.js'
import { release } from './release.js'

/** Everything that lies outside the process or differs between a test and the real thing. */
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
  readonly readModuleSource: ReadModuleSource
  readonly readState: ReadState
  readonly compareStates: CompareStates
  readonly listStateResources: ListStateResources
  readonly renderReadme: RenderReadme
  readonly colorCode: ColorCode
  readonly clock: Clock
  readonly outbound: Outbound
  /** Undefined where no mail is sent. */
  readonly mail: Mail | undefined
  readonly log: Log
  /** Where each event of the audit log goes as a line of its own, once it is committed; undefined for none. */
  readonly writeAuditLine: ((line: string) => void) | undefined
  readonly metrics: Metrics
  readonly drain: Drain
  readonly health: Health
  /** In tests: refuse to send what does not match its declared schema. */
  readonly isStrict: boolean
}

export interface OpenInfrastructure extends Infrastructure {
  close(): Promise<void>
}

const outputsKey = (keyring: Keyring): Uint8Array => keyring.derive(sealedFor.stateOutputs).first

/** The real world, opened as the configuration says; `close` lets go of all of it. */
export async function openInfrastructure(
  config: Config,
  log: Log,
  onProgress: (text: string) => void,
): Promise<OpenInfrastructure> {
  const drain = new Drain()
  // First, since it makes the folder of all data, and locks it against a second process.
  const threads = openHclThreads()
  const readmes = new ReadmeThreads()
  const passwordStrength = new PasswordStrengthThread()
  const states = new StateThreads()
  const database = await openDatabase({
    ...config,
    log,
    onProgress,
    release,
    ...(config.answerCacheLimit > 0 && { clock: systemClock }),
  })
  const metrics = createMetrics(log, release)
  metrics.gauge('engine_database_connections', 'Connections of the pool, and who waits for one.', () =>
    database.connections(),
  )
  metrics.gauge('engine_module_files_parsing', 'Files of modules that are parsed, and that wait.', () => ({
    ...threads.load,
  }))
  metrics.gauge('engine_module_readmes_rendering', 'READMEs that are rendered, and that wait.', () => ({
    ...readmes.load,
  }))
  metrics.gauge('engine_states_reading', 'States that are read, and that wait.', () => ({ ...states.load }))
  try {
    const keyring = await loadSecret(config)
    return {
      config,
      database: { of: database.prismaOf, violatedConstraint: database.violatedConstraint },
      transactions: database.transactions,
      invalidations: database.invalidations,
      usesExchange: config.databaseUrl === undefined ? undefined : database.usesExchange,
      passwords: createPasswords(),
      passwordStrength,
      tokenValues,
      keyring,
      storage: await openStorage(config),
      readModuleSource: moduleSourceReader(threads),
      readState: (bytes, readFor) => states.read(bytes, readFor, outputsKey(keyring)),
      compareStates: (former, newer) => states.compare(former, newer),
      listStateResources: (bytes, range) => states.list(bytes, range),
      renderReadme: (...readme) => readmes.render(...readme),
      colorCode: (...code) => readmes.color(...code),
      clock: systemClock,
      outbound: openOutbound(config),
      mail: smtpMail(config.smtpUrl, config.consoleUrl),
      log,
      writeAuditLine: config.auditLog === 'stdout' ? writeLine : undefined,
      metrics,
      drain,
      health: { isReady: async () => !drain.hasBegun && (await database.ping()) },
      isStrict: false,
      async close() {
        await Promise.all([threads.close(), readmes.close(), passwordStrength.close(), states.close()])
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
