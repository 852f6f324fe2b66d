import express from 'express'
import request from 'supertest'
import { expect, test } from 'vitest'
import { systemClock } from '../kernel/clock.js'
import { admissionOf, requireAdmission, type Admission } from './admission.js'
import { Overload } from './overload.js'
import { RateLimit } from './rate-limits.js'
import { RequestsUnderWay } from './requests-under-way.js'

const limit = new RateLimit(0, systemClock, new Overload({ delay: 0, memory: 0 }, new RequestsUnderWay()))
const ping: Admission = { path: '/api/v2', only: '/ping', limit, caller: 'anonymous' }
const api: Admission = { path: '/api/v2', limit, caller: 'bearer' }
const graphql: Admission = { path: '/graphql', method: 'POST', limit, caller: 'optional bearer' }
const of = (method: string, path: string) => admissionOf([graphql, ping, api], method, path)

test('a path is admitted by the first admission that holds it, in any case and by whole segments', () => {
  expect(of('GET', '/api/v2/ping')).toBe(ping)
  expect(of('GET', '/api/v2/pingpong')).toBe(api)
  expect(of('GET', '/API/v2/organizations/acme')).toBe(api)
  expect(of('GET', '/api/v22')).toBeUndefined()
  expect([of('POST', '/graphql'), of('GET', '/graphql')]).toEqual([graphql, undefined])
})

test('an admission of one path alone admits nothing below or beside it', () => {
  expect([of('GET', '/API/v2/ping'), of('GET', '/api/v2/ping/')]).toEqual([ping, ping])
  expect([of('GET', '/api/v2/ping/x'), of('GET', '/api/v2/PING')]).toEqual([api, api])
})

test('a face whose path is in no admission answers nothing but a failure', async () => {
  const failures: string[] = []
  const app = express().use(requireAdmission, (_req, res) => void res.send('secret'))
  app.use(((error, _req, res, _next) => {
    failures.push(String(error))
    res.sendStatus(500)
  }) as express.ErrorRequestHandler)
  const { status, text } = await request(app).get('/forgotten')
  expect([status, text, failures]).toEqual([
    500,
    'Internal Server Error',
    ['Error: the path is in no admission'],
  ])
})
