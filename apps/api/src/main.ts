import { createServer, type Server } from 'node:net'
import { startFault } from './adapters/database/served.js'
import { createLog } from './adapters/logs/logger.js'
import { announce, progressTo } from './announce.js'
import { createApp } from './app.js'
import { ConfigError, readConfig, type Config } from './config.js'
import { createLimitedServer } from './http/connections.js'
import { anonymous } from './kernel/actor.js'
import { asSystem, type OperationContext } from './kernel/context.js'
import type { Log } from './kernel/log.js'
import { lastWords } from './kernel/operator-fault.js'
import { openInfrastructure, type OpenInfrastructure } from './infrastructure.js'

const stopSignals = ['SIGTERM', 'SIGINT'] as const

/** A stop before the server listens: what was started for it ends when the process exits, and only then. */
const endEarly = (): void => process.exit(0)

/** The process: read the configuration, build, listen, and on the way out drain. */
async function main(): Promise<void> {
  for (const signal of stopSignals) process.on(signal, endEarly)
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  await demandPort(config)
  const infrastructure = await openInfrastructure(config, log, progressTo(log))
  try {
    await serve(infrastructure)
  } catch (error) {
    await infrastructure.close()
    throw startFault(error, config.databaseUrl)
  }
}

async function serve(infrastructure: OpenInfrastructure): Promise<void> {
  const { config, log, drain, clock } = infrastructure
  const app = await createApp(infrastructure)
  const start: OperationContext = { actor: anonymous, face: 'system', requestId: 'start', clock, log }
  // Before the server listens: a client that waits until the process is ready may set it up at once.
  const setUpToken = await app.services.setUp.prepare(start)
  await app.services.twoFactor.restrictAllSessions(start)
  await app.services.processKeys.announce(start)
  const limits = { most: config.maxConnections, stall: config.uploadStallMilliseconds }
  const server = await listen(createLimitedServer(app.listener, limits), config)
  onceStopped(log, async () => {
    await drain.run(server, config.drainMilliseconds)
    await app.stop()
    await infrastructure.close()
  })
  announce(config, log, setUpToken)
  app.background.start(start)
  void app.services.singleSignOn.tryOut(start)
  await app.services.releaseFeed
    .addUnknown(asSystem(start, 'the feed of versions'))
    .catch((error: unknown) => log.warn({ error: String(error) }, 'the feed of engine versions was not read'))
}

/** Why nothing can listen there, and the variable that names it. */
const unusable: Readonly<Record<string, readonly [string, string]>> = {
  EADDRINUSE: ['PORT', 'is already in use: stop the other program, or choose another port'],
  EACCES: ['PORT', 'may not be used by this user: choose one above 1023'],
  EADDRNOTAVAIL: ['HOST', 'is no address of this machine'],
  ENOTFOUND: ['HOST', 'is no address of this machine'],
}

/** Throws ConfigError, before anything is started or migrated, where nothing can listen; lets go of the port again. */
async function demandPort(config: Config): Promise<void> {
  const server = await listen(
    createServer((socket) => void socket.destroy()),
    config,
  )
  await new Promise((done) => server.close(done))
}

async function listen<Listener extends Server>(server: Listener, { port, host }: Config): Promise<Listener> {
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = unusable[error.code ?? '']
      fail(why === undefined ? error : new ConfigError([`${why[0]}: ${host}:${port} ${why[1]}`]))
    })
    server.listen(port, host, () => done())
  })
  return server
}

/** npm passes a Ctrl-C on that the terminal has already delivered: two this close, in milliseconds, are one wish. */
const sameWish = 1000

/**
 * The first signal drains, and a second Ctrl-C does not wait. A SIGTERM that comes again changes nothing: a service
 * manager sends it to a whole group, whose parents signal their children once more, at any time.
 */
function onceStopped(log: Log, stop: () => Promise<void>): void {
  let asked: number | undefined
  const onSignal = (signal: string): void => {
    if (asked !== undefined) {
      if (signal === 'SIGINT' && performance.now() - asked > sameWish) process.exit(1)
      return
    }
    asked = performance.now()
    log.info({ signal }, 'stopping')
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error: String(error) }, 'the stop failed')
        process.exit(1)
      },
    )
  }
  for (const signal of stopSignals) process.off(signal, endEarly).on(signal, onSignal)
}

main().catch((error: unknown) => {
  process.stderr.write(`${lastWords(error)}\n`)
  process.exit(1)
})
