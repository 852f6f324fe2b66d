import express from 'express'
import request from 'supertest'
import { expect, test } from 'vitest'
import { systemClock } from '../kernel/clock.js'
import { failed, notFound } from './fallback.js'
import { recordedLog } from '../../test/recorded-log.js'
import { otherClient } from '../kernel/engine-client.js'
import { contextMaker } from './request-context.js'

test('a failure outside of every face is told without its cause, which is in the log', async () => {
  const { log, lines } = recordedLog()
  const contextOf = contextMaker({
    clock: systemClock,
    log,
    addressOf: () => undefined,
    refused: () => {},
    engineOf: () => otherClient,
  })
  const app = express().use((req, res, next) => {
    res.locals['context'] = contextOf(req, req.path)
    next()
  })
  app.get('/fails/:name', () => {
    throw new Error('the inside')
  })
  app.use(notFound, failed)
  const answer = await request(app).get('/fails/now?token=secret')
  expect([answer.status, answer.text]).toEqual([500, 'internal server error\n'])
  expect(lines).toEqual([{ error: 'Error: the inside', path: '/fails/now' }])
  for (const path of ['/missing', '/fails/%E0%A4%A']) {
    const miss = await request(app).get(path)
    expect([miss.status, miss.text, miss.headers['content-security-policy']]).toEqual([
      404,
      'not found\n',
      undefined,
    ])
  }
})
