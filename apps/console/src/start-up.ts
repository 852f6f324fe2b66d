import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { config, ConfigError } from './config'
import { appendAddress } from './session/forwarded'

export function startUp(): void {
  try {
    config()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
  // Node tells of each request before Next sees it. Next itself would believe any X-Forwarded-For it is sent.
  subscribe('http.server.request.start', (message) => {
    const { headers, socket } = (message as { request: IncomingMessage }).request
    headers['x-forwarded-for'] = appendAddress(headers['x-forwarded-for'], socket.remoteAddress)
  })
}
