import { once } from 'node:events'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { onFinished } from '../../../test/on-finished.js'
import { clientOf, longTimeout, serve, startProxy } from '../../../test/outbound.js'

describe('addresses', () => {
  rule('§8 outbound', 'Private addresses are refused, whatever they are called')
  test('a private address is refused, whatever it is called, and nothing is sent there', async () => {
    const upstream = await serve((_req, res) => res.end('secret'))
    const mapped = `[::ffff:127.0.0.1]:${upstream.port}`
    const names = { 'inside.test': ['127.0.0.1'], localhost: ['127.0.0.1'], 'six.test': ['::1'] }
    const { faultOf } = clientOf({ names })
    const hosts = ['127.0.0.1', '0x7f.1', '2130706433', 'localhost', 'LOCALHOST.', 'inside.test', 'six.test']
    for (const host of [...hosts.map((name) => `${name}:${upstream.port}`), mapped, `[::1]:${upstream.port}`])
      expect(await faultOf(`http://${host}/`), host).toBe('refused')
    expect([upstream.asked.length, upstream.sockets.size]).toEqual([0, 0])
  })

  test('one private address among public ones spoils them all', async () => {
    const upstream = await serve((_req, res) => res.end())
    const { faultOf } = clientOf({ names: { 'mixed.test': ['8.8.8.8 127.0.0.1'] } })
    expect(await faultOf(`http://mixed.test:${upstream.port}/`)).toBe('refused')
    expect(upstream.asked).toEqual([])
  })

  rule('§8 outbound', 'Hosts of the configuration may be private, at their very port')
  test('what the configuration names may be private, at its very port', async () => {
    const named = await serve((_req, res) => res.end('named'))
    const other = await serve((_req, res) => res.end('other'))
    const { get, faultOf } = clientOf({ named: [`${named.url}/some/path`] })
    expect((await get(named.url)).text).toBe('named')
    expect(await faultOf(other.url)).toBe('refused')
  })

  rule('§8 outbound', '`EGRESS_ALLOW` takes hosts and networks')
  test('EGRESS_ALLOW takes networks, addresses, hosts and hosts with a port', async () => {
    const upstream = await serve((_req, res) => res.end('inside'))
    const names = { 'inside.test': ['127.0.0.1'] }
    const byName = `http://inside.test:${upstream.port}`
    for (const entry of ['127.0.0.0/8', '127.0.0.1', 'inside.test', `inside.test:${upstream.port}`])
      expect((await clientOf({ names, allow: [entry] }).get(byName)).text, entry).toBe('inside')
    for (const entry of ['10.0.0.0/8', '127.0.0.2', 'test', `inside.test:${upstream.port + 1}`, '::1'])
      expect(await clientOf({ names, allow: [entry] }).faultOf(byName), entry).toBe('refused')
  })

  rule('§8 outbound', 'It resolves once and connects to that very address')
  test('a name is looked up once, and that very address is connected to', async () => {
    const good = await serve((req, res) => res.end(`good for ${req.headers.host}`), '127.0.0.1')
    const { get, faultOf, lookedUp } = clientOf({
      allow: ['127.0.0.1'],
      // DNS rebinding: between the look-up and the connection the name gets another address.
      names: { 'rebinding.test': ['127.0.0.1', '127.0.0.2'] },
    })
    const url = `http://rebinding.test:${good.port}/`
    expect((await get(url)).text).toBe(`good for rebinding.test:${good.port}`)
    expect(lookedUp).toEqual(['rebinding.test'])
    // The next request looks again, also when a connection could have been reused.
    expect(await faultOf(url)).toBe('refused')
    expect(good.asked).toHaveLength(1)
  })

  test('an open connection is used again, but never for what may not be sent twice', async () => {
    const upstream = await serve((_req, res) => res.end())
    const { get } = clientOf({ allow: ['127.0.0.0/8'], names: { 'burst.test': ['127.0.0.1'] } })
    const methods = ['GET', 'GET', 'GET', 'GET', 'GET', 'POST', 'GET', 'POST', 'GET'] as const
    for (const method of methods) await get(`http://burst.test:${upstream.port}/`, { method })
    const sent = new Map<unknown, string>()
    for (const { socket, method = '' } of upstream.asked)
      sent.set(socket, `${sent.get(socket) ?? ''}${method} `)
    const [first = '', ...others] = [...sent.values()].toSorted().filter((each) => each !== 'POST ')
    // The client leaves a connection alone for a turn of the loop after an answer, so that there may be two.
    expect([upstream.asked.length, others.length <= 1, `${first}${others.join('')}`]).toEqual([
      methods.length,
      true,
      'GET '.repeat(7),
    ])
    await expect.poll(() => upstream.sockets.size, longTimeout).toBe(0)
  })

  test('of several addresses the next one is tried where one does not answer', async () => {
    const upstream = await serve((_req, res) => res.end('found'))
    const names = { 'two.test': ['127.0.0.9 127.0.0.1'] }
    const { get } = clientOf({ allow: ['127.0.0.0/8'], names })
    expect((await get(`http://two.test:${upstream.port}`)).text).toBe('found')
  })

  test('a name without an address, and a port where nothing listens, are unreachable', async () => {
    const { faultOf } = clientOf({ allow: ['127.0.0.0/8'] })
    expect(await faultOf('http://missing.test/')).toBe('unreachable')
    expect(await faultOf('http://127.0.0.1:1/')).toBe('unreachable')
  })
})

describe('redirects', () => {
  test('are followed, relative ones too, and the answer names where it came from', async () => {
    const { url } = await serve((req, res) => {
      if (req.url === '/a/b') return res.writeHead(302, { location: '../c?d=e' }).end('moved')
      res.end(`at ${req.url}`)
    })
    const answer = await clientOf({ named: [url] }).get(`${url}/a/b`)
    expect([answer.status, answer.text, answer.url.href]).toEqual([200, 'at /c?d=e', `${url}/c?d=e`])
  })

  rule('§8 outbound', 'Each redirect is checked again')
  test('each is checked again: to a private address, and to one that a name hides, they are refused', async () => {
    const inside = await serve((_req, res) => res.end('secret'))
    const targets = [
      inside.url,
      `http://inside.test:${inside.port}`,
      `http://[::ffff:127.0.0.1]:${inside.port}`,
    ]
    const { url } = await serve((req, res) => {
      res.writeHead(307, { location: targets[Number(req.url?.slice(1))] ?? '' }).end()
    })
    const { faultOf } = clientOf({ named: [url], names: { 'inside.test': ['127.0.0.1'] } })
    for (const index of targets.keys()) expect(await faultOf(`${url}/${index}`)).toBe('refused')
    expect(inside.asked).toEqual([])
  })

  rule('§8 outbound', 'Redirects end, and lead to no other protocol')
  test('without end they are malformed, to another protocol refused, and none is left open', async () => {
    const upstream = await serve((req, res) => {
      const locations: Record<string, string> = {
        '/round': '/round',
        '/file': 'file:///etc/passwd',
        '/login': 'http://user:password@127.0.0.1/',
        '/malformed': 'http://',
      }
      // The body of a redirect never ends; the client does not wait for it.
      res.writeHead(302, { location: locations[req.url ?? ''] ?? '' }).write('moved')
    })
    const { faultOf } = clientOf({ named: [upstream.url] })
    const faults = ['/round', '/file', '/login', '/malformed'].map((path) =>
      faultOf(`${upstream.url}${path}`),
    )
    expect(await Promise.all(faults)).toEqual(['malformed', 'refused', 'refused', 'malformed'])
    expect(upstream.asked.filter(({ url }) => url === '/round')).toHaveLength(6)
    await expect.poll(() => upstream.sockets.size, longTimeout).toBe(0)
  })
})

describe('what is sent', () => {
  rule('§8 outbound', 'It never sends a credential')
  test('is the same few headers for every caller, and never a credential', async () => {
    const upstream = await serve((_req, res) => res.end())
    const { get, faultOf } = clientOf({ named: [upstream.url] })
    await get(upstream.url, { headers: { 'if-none-match': '"a"' } })
    const { headers, method } = upstream.asked[0] ?? {}
    expect([method, headers]).toEqual([
      'GET',
      {
        host: new URL(upstream.url).host,
        connection: 'keep-alive',
        'accept-encoding': 'gzip',
        'user-agent': 'engine-platform',
        'if-none-match': '"a"',
      },
    ])
    for (const credential of ['user:password', 'user', ':password'])
      expect(await faultOf(upstream.url.replace('http://', `http://${credential}@`))).toBe('refused')
    expect(upstream.asked).toHaveLength(1)
  })

  test('HEAD asks for the head alone', async () => {
    const upstream = await serve((_req, res) => res.writeHead(200, { 'content-length': 5_000_000 }).end())
    const answer = await clientOf({ named: [upstream.url] }).get(upstream.url, { method: 'HEAD' })
    expect([answer.status, answer.headers['content-length'], answer.text]).toEqual([200, '5000000', ''])
    expect(upstream.asked[0]?.method).toBe('HEAD')
  })
})

describe('HTTPS_PROXY', () => {
  /** No TLS here: what counts is whom the proxy was asked for, and by which name the server is greeted. */
  async function startGreeted(): Promise<{ port: number; names: string[] }> {
    const names: string[] = []
    const server = createSocketServer((socket) => {
      socket.once('data', (hello) => {
        names.push(/[a-z]+\.test/.exec(hello.toString('latin1'))?.[0] ?? 'no name')
        socket.destroy()
      })
      socket.on('error', () => {})
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onFinished(() => void server.close())
    return { port: (server.address() as AddressInfo).port, names }
  }

  rule('§8 outbound', '`HTTPS_PROXY` is honoured')
  test('is asked for the address that was checked, and by name for what the configuration names', async () => {
    const { port, names } = await startGreeted()
    const proxy = await startProxy(port)
    const { faultOf, lookedUp } = clientOf({
      proxy: proxy.url,
      named: ['https://named.test'],
      names: { 'public.test': ['8.8.8.8', '127.0.0.1'], 'six.test': ['2606:4700::1111'] },
    })
    for (const url of ['https://public.test/', 'https://named.test/', 'https://six.test:8443/'])
      expect(await faultOf(url)).toBe('unreachable')
    const who = `Basic ${Buffer.from('user:word').toString('base64')}`
    expect(proxy.asked).toEqual([
      `8.8.8.8:443 ${who}`,
      `named.test:443 ${who}`,
      `[2606:4700::1111]:8443 ${who}`,
    ])
    expect(names).toEqual(['public.test', 'named.test', 'six.test'])
    expect(lookedUp).toEqual(['public.test', 'six.test'])
  })

  rule('§8 outbound', '`HTTPS_PROXY` is honoured … and makes no private address public')
  test('does not make private addresses public, and is passed by for http and NO_PROXY', async () => {
    const upstream = await serve((_req, res) => res.end('direct'))
    const proxy = await startProxy(upstream.port)
    const { get, faultOf } = clientOf({
      proxy: proxy.url,
      named: [upstream.url],
      names: { 'inside.test': ['127.0.0.1'], 'a.near.test': ['127.0.0.1'] },
      withoutProxy: ['.near.test'],
    })
    expect(await faultOf('https://inside.test/')).toBe('refused')
    expect(await faultOf('https://a.near.test/')).toBe('refused')
    expect((await get(upstream.url)).text).toBe('direct')
    expect(proxy.asked).toEqual([])
  })

  test('is asked once where it hangs up, and the request has failed at once', async () => {
    const proxy = await startProxy(0)
    const { faultOf } = clientOf({ proxy: proxy.url, named: ['https://named.test'] })
    expect(await faultOf('https://named.test/', longTimeout)).toBe('unreachable')
    expect(proxy.asked).toHaveLength(1)
  })

  test('is passed by for addresses and networks of NO_PROXY too', async () => {
    const { port } = await startGreeted()
    const proxy = await startProxy(port)
    const { faultOf } = clientOf({
      proxy: proxy.url,
      allow: ['127.0.0.0/8', '::1'],
      withoutProxy: ['0:0::1', '[::2]:443', '127.0.0.0/9'],
    })
    for (const host of ['[::1]:1', '[::2]', '127.0.0.1:1']) await faultOf(`https://${host}/`)
    expect(proxy.asked).toEqual([])
    await faultOf('https://127.200.0.1:1/')
    expect(proxy.asked).toHaveLength(1)
  })
})
