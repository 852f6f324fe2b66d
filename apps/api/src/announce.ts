import { hostFault } from '@engine/shared'
import type { Config } from './config.js'
import type { Log } from './kernel/log.js'
import { hostAndPort } from './kernel/host-and-port.js'
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
  const url = `http://${hostAndPort(config.host, config.port)}`
  if (config.aliases.length === 0)
    log.warn(
      {},
      'ENGINE_ALIASES is unset: no real CLI of the engine will work, since each sends its own word',
    )
  const fault = hostFault(config.publicUrl)
  if (fault !== undefined)
    log.warn(
      { publicUrl: config.publicUrl },
      `no CLI takes the host of PUBLIC_URL: ${fault}; choose another name`,
    )
  log.info({ url, release }, 'ready')
  announceSetUp(config, log, { type: 'ready', url, setUpUrl })
}

/** The announcement of a process that can be used. */
export interface Announcement {
  readonly type: 'ready'
  readonly url: string
  /** Null where there is nothing to set up. */
  readonly setUpUrl: string | null
}

/** Passes it on to the parent process, or says to the log where the first administrator is made. */
export function announceSetUp(config: Config, log: Log, ready: Announcement): void {
  if (process.send) return void process.send(ready)
  if (ready.setUpUrl === null) return
  const isGiven = config.initialAdminToken !== undefined
  const how = isGiven ? 'by the token of INITIAL_ADMIN_CREATION_TOKEN' : 'the link is good for 60 minutes'
  log.info({ setUpUrl: ready.setUpUrl }, `create the first administrator; ${how}`)
}
