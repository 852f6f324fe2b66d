import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rule } from '@engine/shared/rule'
import { afterAll, expect, test } from 'vitest'
import type { OutboundPurpose } from '../../kernel/outbound.js'
import { openOutbound } from './open.js'

const server = createServer((_req, res) => res.end('inside')).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const purposes: readonly OutboundPurpose[] = [
  'engine-versions',
  'public-registry',
  'single-sign-on',
  'webhooks',
]

/** The purposes for which this machine is reachable. */
async function reachedBy(settings: Partial<Parameters<typeof openOutbound>[0]>): Promise<OutboundPurpose[]> {
  const unset = {
    publicRegistryUrl: undefined,
    providerOrigins: [],
    engineVersionsFeed: undefined,
    httpsProxy: undefined,
  }
  const outbound = openOutbound({ ...unset, egressAllow: [], noProxy: [], ...settings })
  const ask = async (purpose: OutboundPurpose) => {
    const request = { purpose, method: 'GET', url: new URL(url), timeout: 5000, limit: 1000 } as const
    return outbound.open(request).then(
      ({ body }) => (body.resume(), [purpose]),
      (error: unknown) => (expect(error).toMatchObject({ fault: 'refused' }), []),
    )
  }
  return (await Promise.all(purposes.map(ask))).flat()
}

rule(
  '§18 outbound',
  'A private host that the configuration names is reachable for what it is named, and for nothing else',
)
test('a private host that the configuration names is reached for that purpose alone', async () => {
  expect(await reachedBy({})).toEqual([])
  expect(await reachedBy({ publicRegistryUrl: url })).toEqual(['public-registry'])
  expect(await reachedBy({ engineVersionsFeed: `${url}/feed.json` })).toEqual(['engine-versions'])
  expect(await reachedBy({ singleSignOn: { issuer: url } })).toEqual(['single-sign-on'])
})

test('a host of EGRESS_ALLOW is reached for every purpose', async () => {
  expect(await reachedBy({ egressAllow: ['127.0.0.1'] })).toEqual(purposes)
})
