import express from 'express'
import request from 'supertest'
import { expect, test } from 'vitest'
import type { Metrics } from '../kernel/metrics.js'
import { systemClock } from '../kernel/clock.js'
import { recordedLog } from '../../test/recorded-log.js'
import { otherClient } from '../kernel/engine-client.js'
import { contextMaker } from './request-context.js'
import { observe } from './observation.js'

const metrics = { served() {} } as unknown as Metrics

/** Returns what is written about one request, as one text. */
async function logOf(path: string, status = 200): Promise<string> {
  const { log, lines } = recordedLog()
  const addressOf = () => '203.0.113.7'
  const contextOf = contextMaker({
    clock: systemClock,
    log,
    addressOf,
    refused: () => {},
    engineOf: () => otherClient,
  })
  const app = express().use((req, res, next) => {
    res.locals['context'] = contextOf(req, req.path)
    observe({ log, metrics }, res, req.method, req.path)
    next()
  })
  app.use((_req, res) => void res.status(status).end())
  await request(app).get(path).set('Authorization', 'Bearer engu_secret').set('Cookie', 'c=secret')
  expect(lines).toHaveLength(1)
  return JSON.stringify(lines)
}

test('a line of the log contains neither query nor bearer', async () => {
  for (const status of [200, 404, 500]) {
    const line = await logOf('/api/v2/account/details?token=secret&signature=secret', status)
    expect(line).toContain('"path":"/api/v2/account/details"')
    expect(line).not.toContain('secret')
  }
})

test('the path of a link that is its own secret is cut', async () => {
  expect(await logOf('/api/uploads/object/modver-secret')).toContain('"/api/uploads/object/[redacted]"')
  expect(await logOf('/api/v2/invitations/engv_secret')).toContain('"/api/v2/invitations/[redacted]"')
})
