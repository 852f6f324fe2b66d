import { expect, test } from 'vitest'
import { loginRequestOf } from './login-request'

const good = {
  client_id: 'engine-cli',
  redirect_uri: 'http://localhost:10001/login',
  response_type: 'code',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  state: 'theirs',
}

test('what the CLI opens is a request', () => {
  expect(loginRequestOf(good)).toMatchObject({ redirectUri: good.redirect_uri, state: 'theirs' })
})

test.each([
  { client_id: 'another' },
  { redirect_uri: 'https://evil.example/login' },
  { redirect_uri: ['http://localhost:10001/login', 'https://evil.example/login'] },
  { response_type: 'token' },
  { code_challenge: 'short' },
  { code_challenge_method: 'plain' },
  { code_challenge_method: undefined },
  { state: '' },
])('with %j it is none', (change) => {
  expect(loginRequestOf({ ...good, ...change })).toBeUndefined()
})
