import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'

const app = await startTestApp({ LOG_LEVEL: 'silent' })

/** Answer of the API to this line, sent as it is. */
async function answerTo(target: string): Promise<string> {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.end(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  return text(socket)
}

test.each([
  'http://[',
  'http://[::1]:x/',
  'http://xn--/',
  'http://a[b]/',
  'http://a:99999999/api/v2/ping',
  '//a@[x#y',
  'x',
])('the target %s, which is no address, is no end of the process', async (target) => {
  expect(await answerTo(target)).toMatch(/^HTTP\/1\.1 (400|404) /)
  expect(await answerTo('/livez')).toMatch(/^HTTP\/1\.1 200 /)
})

test('a whole address, as proxies may send it, is answered like its path', async () => {
  expect(await answerTo('http://registry.example/livez?x=1')).toMatch(/^HTTP\/1\.1 200 /)
  expect(await answerTo('http://registry.example/api/v2/ping')).toMatch(/^HTTP\/1\.1 204 /)
})
