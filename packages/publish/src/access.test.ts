import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { accessIn, demandExchange } from './access.js'
import { folderOf } from './folder.testing.js'

const url = 'https://engine.example'
const gitLab = { ENGINE_ID_TOKEN: 'gitlab.id.token' }
const gitHub = {
  ACTIONS_ID_TOKEN_REQUEST_URL: 'https://ci.example/idtoken/1?api-version=2.0&x=%20',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'a-request-token',
}

describe('the token is found in this order', () => {
  const all = { ENGINE_TOKEN: 'from-variable', ...gitLab, ...gitHub }
  const nothingWanted = { organization: undefined, identity: undefined, scopes: undefined }

  test('the file that is named, the variable, the ID token of GitLab, that of GitHub', async () => {
    const file = join(await folderOf({ token: 'from-file\n' }), 'token')
    expect(accessIn(url, { 'token-file': file }, all)).toEqual({ token: 'from-file' })
    expect(accessIn(url, {}, all)).toEqual({ token: 'from-variable' })
    expect(accessIn(url, {}, { ...all, ENGINE_TOKEN: '' })).toEqual({
      proof: { jwt: 'gitlab.id.token' },
      ...nothingWanted,
    })
    expect(accessIn(url, {}, { ...all, ENGINE_TOKEN: ' ', ENGINE_ID_TOKEN: '' })).toEqual({
      proof: {
        url: 'https://ci.example/idtoken/1?api-version=2.0&x=%20&audience=https%3A%2F%2Fengine.example',
        bearer: 'a-request-token',
        audience: url,
      },
      ...nothingWanted,
    })
  })

  test('and where there is none, all ways are named', () => {
    for (const env of [{}, { ACTIONS_ID_TOKEN_REQUEST_URL: 'https://ci.example/' }, { ENGINE_TOKEN: '' }])
      expect(() => accessIn(url, {}, env)).toThrow(
        /--token-file, the variable ENGINE_TOKEN, .* ENGINE_ID_TOKEN \(id_tokens of GitLab\) or .* id-token: write/,
      )
  })

  test('a file that is named and empty is a fault: nothing else stands in for it', async () => {
    const file = join(await folderOf({ token: '\n' }), 'token')
    expect(() => accessIn(url, { 'token-file': file }, all)).toThrow('--token-file names an empty file')
  })
})

test('a token that is to be shown is never one that was given', () => {
  const given = { ENGINE_TOKEN: 'a-secret' }
  expect(demandExchange(url, {}, { ...given, ...gitLab })).toMatchObject({
    proof: { jwt: 'gitlab.id.token' },
  })
  expect(() => demandExchange(url, {}, given)).toThrow(/nothing to exchange .* is a token already/)
  expect(() => demandExchange(url, {}, given)).not.toThrow(/a-secret/)
})

test('what is wanted goes along: the audience, the organization, the identity, the scopes', () => {
  const options = { audience: 'a b', organization: 'acme', identity: 'release', scopes: 'registry, read' }
  expect(demandExchange(url, options, gitHub)).toEqual({
    proof: expect.objectContaining({ url: expect.stringMatching(/&audience=a%20b$/), audience: 'a b' }),
    organization: 'acme',
    identity: 'release',
    scopes: ['registry', 'read'],
  })
})

test('the address of the CI system may have no query', () => {
  const env = { ...gitHub, ACTIONS_ID_TOKEN_REQUEST_URL: 'http://127.0.0.1:1/idtoken' }
  expect(accessIn(url, { audience: 'x' }, env)).toMatchObject({
    proof: { url: 'http://127.0.0.1:1/idtoken?audience=x' },
  })
})

describe('the secret of the CI system goes over plain http', () => {
  const env = { ...gitHub, ACTIONS_ID_TOKEN_REQUEST_URL: 'http://ci.example/?x' }

  test('nowhere', () =>
    expect(() => accessIn(url, {}, env)).toThrow(/http:\/\/ci\.example would send .* clear/))

  test('but on request', () => {
    expect(accessIn(url, { 'insecure-http': true }, env)).toHaveProperty('proof.bearer', 'a-request-token')
  })
})

test.each(['ENGINE_TOKEN', 'ENGINE_ID_TOKEN', 'ACTIONS_ID_TOKEN_REQUEST_TOKEN'])(
  'what no token can be is named by its variable %s, and not shown',
  (name) => {
    const env = { ...gitHub, [name]: 'two words' }
    expect(() => accessIn(url, {}, env)).toThrow(`${name} holds characters that no token has`)
    expect(() => accessIn(url, {}, env)).not.toThrow(/two words/)
  },
)

test('an address of the CI system that is none is a fault', () => {
  const env = { ...gitHub, ACTIONS_ID_TOKEN_REQUEST_URL: 'file:///etc/passwd' }
  expect(() => accessIn(url, {}, env)).toThrow('ACTIONS_ID_TOKEN_REQUEST_URL holds no address')
})
