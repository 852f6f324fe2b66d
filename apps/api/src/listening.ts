import { createServer, type Server } from 'node:net'
import { ConfigError, type Config } from './config.js'
import { hostAndPort } from './kernel/host-and-port.js'

/** Reasons why nothing can listen there, and the variables that name the place. */
const unusable: Readonly<Record<string, readonly [string, string]>> = {
  EADDRINUSE: ['PORT', 'is already in use: stop the other program, or choose another port'],
  EACCES: ['PORT', 'may not be used by this user: choose one above 1023'],
  EADDRNOTAVAIL: ['HOST', 'is no address of this machine'],
  ENOTFOUND: ['HOST', 'is no address of this machine'],
}

/** Throws ConfigError, before anything is started or migrated, where nothing can listen; lets go of the port again. */
export async function demandPort(config: Config): Promise<void> {
  const server = await listen(
    createServer((socket) => void socket.destroy()),
    config,
  )
  await new Promise((done) => server.close(done))
}

export async function listen<Listener extends Server>(
  server: Listener,
  { port, host }: Config,
): Promise<Listener> {
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = unusable[error.code ?? '']
      fail(why === undefined ? error : new ConfigError([`${why[0]}: ${hostAndPort(host, port)} ${why[1]}`]))
    })
    server.listen(port, host, () => done())
  })
  return server
}
