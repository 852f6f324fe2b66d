import { expect, test } from 'vitest'
import { readSettings } from './settings.mjs'

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['fd00::1', '[fd00::1]'],
])('programs that listen at %s are asked at %s', (HOST, host) => {
  expect(readSettings({ HOST })).toMatchObject({
    apiUrl: `http://${host}:4000`,
    consoleProbe: `http://${host}:3000/healthz`,
  })
})
