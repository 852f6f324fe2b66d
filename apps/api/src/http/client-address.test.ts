import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import express from 'express'
import request from 'supertest'
import { expect, test } from 'vitest'
import { keyring } from '../adapters/secrets/keys.js'
import { clientAddress } from './client-address.js'

const keys = keyring(['a secret for tests, of 32 bytes or more'])

async function addressOf(
  forwardedFor: string,
  hop?: string,
  trusted: string[] | number = [],
): Promise<string> {
  const app = express().set('trust proxy', trusted)
  const find = clientAddress(keys, app.get('trust proxy fn') as () => boolean)
  app.get('/', (req, res) => void res.send(find(req)))
  const call = request(app).get('/').set('X-Request-Id', 'r1').set('X-Forwarded-For', forwardedFor)
  if (hop !== undefined) void call.set('X-Engine-Hop', hop)
  return (await call).text
}

const sign = (forwardedFor: string): string =>
  createHmac('sha256', keys.derive('console-hop').first).update(`r1\n${forwardedFor}`).digest('base64url')

test('without a signature no client is believed about addresses', async () => {
  expect(await addressOf('203.0.113.7')).toBe('127.0.0.1')
  expect(await addressOf('203.0.113.7', 'forged')).toBe('127.0.0.1')
  expect(await addressOf('203.0.113.7', sign('203.0.113.8'))).toBe('127.0.0.1')
})

test("through the console's server it is the one the console saw, whatever the browser claims before it", async () => {
  expect(await addressOf('203.0.113.7', sign('203.0.113.7'))).toBe('203.0.113.7')
  expect(await addressOf('10.9.9.9, 203.0.113.7', sign('10.9.9.9, 203.0.113.7'))).toBe('203.0.113.7')
})

test('a port that a proxy says is no part of the address', async () => {
  const trusted = ['10.0.0.0/8']
  for (const [chain, address] of [
    ['203.0.113.7:41234, 10.0.0.5:80', '203.0.113.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
  ] as const)
    expect(await addressOf(chain, sign(chain), trusted), chain).toBe(address)
})

test('what is no address in the chain is that of the connection, and one of IPv4 is the same in both forms', async () => {
  const trusted = ['10.0.0.0/8']
  for (const [chain, address] of [
    ['unknown', '127.0.0.1'],
    ['203.0.113.9, unknown, 10.0.0.5', '127.0.0.1'],
    ['for=203.0.113.7', '127.0.0.1'],
    ['_hidden', '127.0.0.1'],
    ['9'.repeat(300), '127.0.0.1'],
    ['203.0.113.7:x', '127.0.0.1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::FFFF:203.0.113.7]:443', '203.0.113.7'],
    ['203.0.113.7, ::ffff:10.0.0.5', '203.0.113.7'],
  ] as const)
    expect(await addressOf(chain, sign(chain), trusted), chain).toBe(address)
})

test('trusted proxies in front of the console are looked through', async () => {
  const chain = '198.51.100.1, 203.0.113.7, 10.0.0.5'
  expect(await addressOf(chain, sign(chain), ['10.0.0.0/8'])).toBe('203.0.113.7')
})

test('proxies that are trusted by their number are counted from this server on', async () => {
  expect(await addressOf('198.51.100.1, 203.0.113.7', undefined, 1)).toBe('203.0.113.7')
  expect(await addressOf('198.51.100.1, 203.0.113.7', undefined, 2)).toBe('198.51.100.1')
})

test('where every hop is trusted it is the first one, and empty entries are none', async () => {
  expect(await addressOf('10.0.0.7', sign('10.0.0.7'), ['10.0.0.0/8'])).toBe('10.0.0.7')
  expect(await addressOf('203.0.113.7,', sign('203.0.113.7,'))).toBe('203.0.113.7')
})

test('while the secret is changed the console may sign under the old one', async () => {
  const both = keyring([
    'a new secret for tests, of 32 bytes or more',
    'a secret for tests, of 32 bytes or more',
  ])
  const hop = sign('203.0.113.7')
  const headers = { 'x-request-id': 'r1', 'x-forwarded-for': '203.0.113.7', 'x-engine-hop': hop }
  const asked = { headers, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage
  expect(clientAddress(both, () => false)(asked)).toBe('203.0.113.7')
})
