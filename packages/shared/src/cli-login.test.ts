import { expect, test } from 'vitest'
import { isCliRedirect, isCodeChallenge } from './cli-login.js'

test('the CLI is led back to its own machine, at one of its ports alone', () => {
  for (const uri of [
    'http://localhost:10000/login',
    'http://localhost:10010/login',
    'http://127.0.0.1:10005/login',
  ])
    expect(isCliRedirect(uri), uri).toBe(true)
  for (const uri of [
    '',
    'http://localhost:9999/login',
    'http://localhost:10011/login',
    'http://localhost:010000/login',
    'http://localhost/login',
    'https://localhost:10000/login',
    'http://localhost:10000/login/',
    'http://localhost:10000/login?next=x',
    'http://localhost:10000/login#x',
    'http://localhost:10000@evil.example:10000/login',
    'http://localhost.evil.example:10000/login',
    'http://evil.example:10000/login',
    'http://[::1]:10000/login',
    'javascript:alert(1)//http://localhost:10000/login',
    ' http://localhost:10000/login',
  ])
    expect(isCliRedirect(uri), uri).toBe(false)
})

test('a challenge is a SHA-256 in base64url', () => {
  expect(isCodeChallenge('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')).toBe(true)
  for (const text of ['', 'plain', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM='])
    expect(isCodeChallenge(text), text).toBe(false)
})
