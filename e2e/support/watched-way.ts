import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A way to a server on which a test can act before a request arrives there. */
export interface WatchedWay {
  readonly url: string
  close(): Promise<void>
}

const host = '127.0.0.1'

/** Every request waits until `before` has been told of its path. */
export async function openWatchedWay(
  target: string,
  before: (path: string) => Promise<void>,
): Promise<WatchedWay> {
  const server = createServer((from, to) => {
    const { method, headers, url: path = '/' } = from
    const lost = () => void to.destroy()
    const passOn = () => {
      const onward = request(new URL(path, target), { method, headers }, (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(to)
      })
      from.pipe(onward.on('error', lost))
    }
    before(path).then(passOn, lost)
  })
  await once(server.listen(0, host), 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
