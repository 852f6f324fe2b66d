import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { clientOf, serve } from '../../../test/outbound.js'

test('a form and its credentials reach the server that they are for', async () => {
  const received: string[] = []
  const { url, asked } = await serve((req, res) => {
    void text(req).then((body) => {
      received.push(body)
      res.end('taken')
    })
  })
  const headers = { authorization: 'Basic x', 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await clientOf({ named: [url] }).get(url, { method: 'POST', headers, content: 'a=b' })
  expect([answer.status, answer.text, received]).toEqual([200, 'taken', ['a=b']])
  expect(asked[0]?.headers).toMatchObject({ ...headers, 'content-length': '3' })
})

test('they follow no redirect: that is the answer', async () => {
  const otherServer = await serve((_req, res) => res.end('caught'))
  const { url } = await serve((_req, res) => res.writeHead(307, { location: otherServer.url }).end())
  const { get } = clientOf({ named: [url, otherServer.url] })
  const requests = [
    { method: 'POST', content: 'secret' },
    { method: 'GET', headers: { authorization: 'Bearer secret' } },
  ] as const
  for (const request of requests) expect((await get(url, request)).status).toBe(307)
  expect(otherServer.asked).toEqual([])
})
