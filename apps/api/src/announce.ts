import type { Config } from './config.js'
import type { Log } from './kernel/log.js'
import { release } from './release.js'

/** Reports what takes a while: to the log, and to a parent process that shows it. */
export const progressTo =
  (log: Log) =>
  (text: string): void => {
    log.info({}, text)
    process.send?.({ type: 'progress', text })
  }

/**
 * Says that the process can be used, and where the first administrator is made while there is none. A token that the
 * environment gives is known to the person who set it, and goes into no log.
 */
export function announce(config: Config, log: Log, setUpToken: string | undefined): void {
  const isGiven = config.initialAdminToken !== undefined
  const setUpPage = `${config.consoleUrl}/set-up`
  const withToken = isGiven ? setUpPage : `${setUpPage}?token=${encodeURIComponent(setUpToken ?? '')}`
  const setUpUrl = setUpToken === undefined ? null : withToken
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`
  if (config.aliases.length === 0)
    log.warn(
      {},
      'ENGINE_ALIASES is unset: no real CLI of the engine will work, since each sends its own word',
    )
  log.info({ url, release }, 'ready')
  if (process.send) return void process.send({ type: 'ready', url, setUpUrl })
  if (setUpUrl === null) return
  const how = isGiven ? 'by the token of INITIAL_ADMIN_CREATION_TOKEN' : 'the link is good for 60 minutes'
  log.info({ setUpUrl }, `create the first administrator; ${how}`)
}
