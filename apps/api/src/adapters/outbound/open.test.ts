import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rule } from '@engine/shared/rule'
import { afterAll, describe, expect, test } from 'vitest'
import type { OutboundPurpose } from '../../kernel/outbound.js'
import { startProxy } from '../../../test/outbound.js'
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

type Settings = Parameters<typeof openOutbound>[0]

const unset: Settings = {
  publicRegistryUrl: undefined,
  providerOrigins: [],
  engineVersionsFeed: undefined,
  httpsProxy: undefined,
  egressAllow: [],
  noProxy: [],
}

/** The purposes for which this machine is reachable. */
async function reachedBy(settings: Partial<Settings>): Promise<OutboundPurpose[]> {
  const outbound = openOutbound({ ...unset, ...settings })
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

describe('HTTPS_PROXY', () => {
  const all: readonly OutboundPurpose[] = [...purposes, 'provider-origins', 'trusted-issuers']

  /** Requests that the proxy receives when each purpose asks for this address, by purpose. */
  async function askedFor(address: string, settings: Partial<Settings> = {}) {
    const asked = all.map(async (purpose) => {
      const proxy = await startProxy(0)
      const outbound = openOutbound({ ...unset, httpsProxy: new URL(proxy.url), ...settings })
      const request = { purpose, method: 'GET', url: new URL(address), timeout: 5000, limit: 1000 } as const
      await expect(outbound.open(request), purpose).rejects.toMatchObject({ name: 'OutboundError' })
      return proxy.asked.slice(0, 1).map((first) => [purpose, first.replace(/ .*/, '')] as const)
    })
    return Object.fromEntries((await Promise.all(asked)).flat())
  }

  const name = 'inside.invalid:443'
  const trusted = {
    'engine-versions': name,
    'provider-origins': name,
    'public-registry': name,
    'single-sign-on': name,
    'trusted-issuers': name,
  }

  rule('§19 network', 'Names that administrators gave are the proxy’s to resolve, each for its purpose')
  test('a name that only the proxy knows is asked of it, unless an owner gave it', async () => {
    expect(await askedFor('https://inside.invalid/')).toEqual(trusted)
  })

  rule('§19 network', 'With PROXY_RESOLVES=all the proxy resolves what owners gave too')
  test('a name that an owner gave is asked of the proxy where PROXY_RESOLVES says so', async () => {
    expect(await askedFor('https://inside.invalid/', { proxyResolves: 'all' })).toEqual({
      ...trusted,
      webhooks: name,
    })
  })

  rule('§19 network', 'Literal private addresses stay refused through a proxy')
  test.each([
    '127.0.0.1',
    '[::1]',
    '10.1.2.3',
    '0x7f.1',
    '169.254.169.254',
    '[::ffff:7f00:1]',
    'localhost',
    'a.localhost.',
  ])('a private address by itself (%s) is not asked of the proxy, for any purpose', async (host) => {
    expect(await askedFor(`https://${host}/`, { proxyResolves: 'all' })).toEqual({})
  })

  rule('§19 network', 'Without a proxy, and for hosts of NO_PROXY, nothing is resolved elsewhere')
  test('a host of NO_PROXY is looked up here', async () => {
    expect(
      await askedFor('https://inside.invalid/', { noProxy: ['.invalid'], proxyResolves: 'all' }),
    ).toEqual({})
  })
})
