import { once } from 'node:events'
import { connect, createServer, isIPv6, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'

type Addresses = Readonly<Record<string, string>>

/** Addresses of databases over TCP, and the end of what leads there. */
export interface OverTcp {
  readonly env: Record<string, string>
  close(): Promise<unknown>
}

/**
 * Makes addresses of the test's server lead there over TCP, as those of other machines do: its socket is for its own
 * user alone.
 */
export async function overTcp(env: Addresses, host = '127.0.0.1'): Promise<OverTcp> {
  const [first = ''] = Object.values(env)
  const { hostname, port, searchParams } = new URL(first)
  const folder = searchParams.get('host')
  const relay = createServer((outside) => {
    const inside =
      folder === null
        ? connect(Number(port || '5432'), hostname)
        : connect(join(folder, `.s.PGSQL.${port || '5432'}`))
    pipeline(outside, inside, outside, () => inside.destroy())
  }).listen(0, host)
  await once(relay, 'listening')
  const place = `${isIPv6(host) ? `[${host}]` : host}:${(relay.address() as AddressInfo).port}`
  const through = (address: string): string => {
    const url = new URL(address)
    url.searchParams.delete('host')
    url.host = place
    return url.href
  }
  return {
    env: Object.fromEntries(Object.entries(env).map(([name, address]) => [name, through(address)])),
    close: async () => relay.close(),
  }
}
