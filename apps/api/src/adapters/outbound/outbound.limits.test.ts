import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib'
import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { createEgress } from './egress.js'
import { createOutbound } from './outbound.js'
import { clientOf, longTimeout, serve } from '../../../test/outbound.js'
import type { Resolve } from './resolve.js'

describe('limits', () => {
  rule('§8 outbound', 'Time has a limit, in every phase')
  test.each<[string, RequestListener]>([
    ['that never answers', () => {}],
    ['that never ends its head', (_req, res) => void res.socket?.write('HTTP/1.1 200 OK\r\nx: y\r\n')],
    ['that never ends its body', (_req, res) => void res.writeHead(200).write('a')],
    [
      'that drips',
      (_req, res) => {
        res.writeHead(200)
        const timer = setInterval(() => res.write('a'), 10)
        res.once('close', () => clearInterval(timer))
      },
    ],
    [
      'that redirects slowly',
      (_req, res) => void setTimeout(() => res.writeHead(302, { location: '/' }).end(), 120),
    ],
  ])('a server %s ends in time, its connection too', async (_name, listener) => {
    const upstream = await serve(listener)
    expect(await clientOf({ named: [upstream.url] }).faultOf(upstream.url, { timeout: 300 })).toBe('slow')
    await expect.poll(() => upstream.sockets.size, longTimeout).toBe(0)
  })

  test('a name that is looked up for ever ends in time', async () => {
    const resolve: Resolve = () => new Promise(() => {})
    const request = {
      purpose: 'public-registry',
      method: 'GET',
      url: new URL('http://slow.test'),
      timeout: 200,
      limit: 1,
    } as const
    for (const proxy of [undefined, new URL('http://127.0.0.1:1')]) {
      const url = new URL(proxy ? 'https://slow.test' : 'http://slow.test')
      const outbound = createOutbound({ egress: createEgress([], []), resolve, proxy })
      await expect(outbound.open({ ...request, url })).rejects.toMatchObject({ fault: 'slow' })
    }
  })

  rule('§8 outbound', 'Size has a limit, announced or not')
  test('a body past the limit is cut off, announced or not', async () => {
    const upstream = await serve((req, res) => {
      if (req.url === '/announced') return void res.writeHead(200, { 'content-length': 2_000_000 }).write('a')
      const more = (): void => {
        while (res.write(Buffer.alloc(65_536)));
      }
      res.on('drain', more)
      more()
    })
    const { faultOf } = clientOf({ named: [upstream.url] })
    expect(await faultOf(`${upstream.url}/announced`)).toBe('too-large')
    expect(await faultOf(`${upstream.url}/endless`)).toBe('too-large')
    await expect.poll(() => upstream.sockets.size, longTimeout).toBe(0)
    const exact = await serve((_req, res) => res.end(Buffer.alloc(1000)))
    expect((await clientOf({ named: [exact.url] }).get(exact.url, { limit: 1000 })).text).toHaveLength(1000)
    expect(await clientOf({ named: [exact.url] }).faultOf(exact.url, { limit: 999 })).toBe('too-large')
  })

  rule('§8 outbound', 'Size has a limit, announced or not … also of what is unpacked')
  test('a bomb is cut off at the limit of what it unpacks to, without filling the memory', async () => {
    const bomb = createGzip({ level: 9 })
    const zeroes = Buffer.alloc(1024 * 1024)
    const packed = buffer(bomb)
    for (let index = 0; index < 200; index++) if (!bomb.write(zeroes)) await once(bomb, 'drain')
    bomb.end()
    const bytes = await packed
    const { url } = await serve((_req, res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes))
    const before = process.memoryUsage.rss()
    expect(await clientOf({ named: [url] }).faultOf(url)).toBe('too-large')
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024)
  })

  test('packed bodies are unpacked; an unknown packing and a broken one are malformed', async () => {
    const packings: Record<string, Buffer> = {
      gzip: gzipSync('text'),
      deflate: deflateSync('text'),
      br: brotliCompressSync('text'),
      identity: Buffer.from('text'),
      zstd: Buffer.from('text'),
      'x-gzip': Buffer.from('no gzip'),
      'gzip, gzip': gzipSync(gzipSync('text')),
    }
    const { url } = await serve((req, res) => {
      const encoding = decodeURIComponent(req.url?.slice(1) ?? '')
      res.writeHead(200, { 'content-encoding': encoding }).end(packings[encoding])
    })
    const { get, faultOf } = clientOf({ named: [url] })
    for (const good of ['gzip', 'deflate', 'br', 'identity'])
      expect((await get(`${url}/${good}`)).text, good).toBe('text')
    for (const bad of ['zstd', 'x-gzip', 'gzip, gzip'])
      expect(await faultOf(`${url}/${encodeURIComponent(bad)}`), bad).toBe('malformed')
  })

  test.each([
    ['an unknown packing', { 'content-encoding': 'zstd' }],
    ['more than is read', { 'content-length': '1000000000000' }],
  ])('an answer of %s that is not read is no end of the process', async (_, headers) => {
    const { url } = await serve((req, res) => {
      if (req.url === '/moved') res.writeHead(302, { location: '/there', ...headers }).write('a')
      else res.writeHead(404, headers).write('a')
    })
    const { body } = await clientOf({ named: [url] }).open(`${url}/moved`)
    body.destroy()
    await expect.poll(() => body.closed, longTimeout).toBe(true)
    expect(body.errored).toMatchObject({ name: 'OutboundError' })
  })

  test('a connection that breaks in the middle is unreachable, and an unread body is released', async () => {
    const broken = await serve((_req, res) => {
      res.writeHead(200, { 'content-length': 10 }).write('half')
      setImmediate(() => res.destroy())
    })
    expect(await clientOf({ named: [broken.url] }).faultOf(broken.url)).toBe('unreachable')
    const left = await serve((_req, res) => void res.writeHead(200).write('a'))
    const { body } = await clientOf({ named: [left.url] }).open(left.url)
    body.destroy()
    await expect.poll(() => left.sockets.size, longTimeout).toBe(0)
  })
})
