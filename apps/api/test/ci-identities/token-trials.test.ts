import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { minutes } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { atOnce } from '../races.js'
import { dataOf, graphql } from '../rest.js'
import { acmeWithCi, allowed, identify, jobOf, signingKey } from './ci-issuer.js'

const app = await startTestApp(allowed)
const { owner, issuer, issuerId, team } = await acmeWithCi(app)

const trial = `tokenTrial(organization: "acme", token: $token) {
  issuer { name } refusal identities { name fits claims { claim pattern text fits } }
}`
const query = (selection = trial) => `query ($token: String!) { ${selection} }`

const tried = async (token: string) => (await dataOf(app, owner, query(), { token }))['tokenTrial']

const good = { issuer: { name: 'CI' }, refusal: null }

/** The page's comparison with the identity of acme. */
const compared = (repository: string, fits: boolean) => ({
  identities: [
    {
      name: 'release',
      fits,
      claims: expect.arrayContaining([
        { claim: 'repository', pattern: 'acme/network', text: repository, fits },
        { claim: 'ref', pattern: 'refs/tags/v*', text: 'refs/tags/v1.0.0', fits: true },
      ]),
    },
  ],
})

rule('§15 trials', 'A token of a trusted issuer is compared claim by claim')
test('a good token is compared claim by claim, whether it fits or not, and is not used up', async () => {
  const token = await issuer.token()
  for (const _ of [1, 2]) expect(await tried(token)).toEqual({ ...good, ...compared('acme/network', true) })
  const strange = await issuer.token(jobOf('acme/other'))
  expect(await tried(strange)).toEqual({ ...good, ...compared('acme/other', false) })
})

rule('§19 Sign-in, CI, network', 'The hint says which claim is nearly right')
test('the claim that is nearly right is told, and what is wrong with it', async () => {
  const hints = `tokenTrial(organization: "acme", token: $token) { identities { nearly claims { claim hint } } }`
  const hintsFor = async (claims: object) => {
    const data = await dataOf(app, owner, query(hints), { token: await issuer.token({ ...claims }) })
    const [identity] = data['tokenTrial']?.['identities'] as {
      nearly: string | null
      claims: { claim: string; hint: string | null }[]
    }[]
    const found = identity?.claims.flatMap(({ claim, hint }) => (hint === null ? [] : [[claim, hint]]))
    return { nearly: identity?.nearly, hints: found }
  }
  expect(await hintsFor({})).toEqual({ nearly: null, hints: [] })
  expect(await hintsFor(jobOf('ACME/network'))).toEqual({ nearly: null, hints: [] })
  expect(await hintsFor({ ref: 'refs/tags/V1.0.0' })).toEqual({
    nearly: 'ref',
    hints: [['ref', 'It differs in letters alone, which count here.']],
  })
  expect(await hintsFor({ ref: undefined })).toEqual({
    nearly: 'ref',
    hints: [['ref', 'The token does not have this claim.']],
  })
  expect(await hintsFor({ ...jobOf('acme/other'), ref: 'refs/heads/main' })).toEqual({
    nearly: null,
    hints: [],
  })
})

test('a token of the past, or for elsewhere, is told why it is refused, and is compared', async () => {
  const expired = await issuer.token()
  app.clock.move(minutes(10))
  const of = { issuer: good.issuer, ...compared('acme/network', true) }
  expect(await tried(expired)).toEqual({ ...of, refusal: 'The token has expired' })
  const elsewhere = await issuer.token({ aud: 'https://elsewhere.example' })
  expect(await tried(elsewhere)).toEqual({
    ...of,
    refusal: expect.stringContaining('The audience of the token must be one of'),
  })
})

rule('§15 trials', 'A token that is not of its issuer is compared with nothing')
test('claims that the issuer has not signed are compared with nothing', async () => {
  const refused = { issuer: good.issuer, identities: [] }
  const stranger = await signingKey('RS256', issuer.key.kid)
  expect(await tried(await issuer.token({}, { key: stranger }))).toEqual({
    ...refused,
    refusal: 'The signature is not that of the issuer',
  })
  const unknown = await signingKey('RS256', 'unknown')
  expect(await tried(await issuer.token({}, { key: unknown }))).toEqual({
    ...refused,
    refusal: 'The issuer has no such key',
  })
  const [, payload] = (await issuer.token()).split('.')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  expect(await tried(`${none}.${payload}.`)).toEqual({ ...refused, refusal: 'The algorithm is not accepted' })
})

test('a part of what the token says is told with the whole', async () => {
  await identify(app, owner, 'acme', {
    ...{ issuer: issuerId, team: team.id, name: 'part' },
    claims: { repository: 'acme/part', ref: 'main' },
  })
  const hints = `tokenTrial(organization: "acme", token: $token) { identities { name claims { claim hint } } }`
  const job = { ...jobOf('acme/part'), ref: 'refs/heads/main' }
  const data = await dataOf(app, owner, query(hints), { token: await issuer.token(job) })
  expect(data['tokenTrial']?.['identities']).toContainEqual({
    name: 'part',
    claims: expect.arrayContaining([
      { claim: 'repository', hint: null },
      { claim: 'ref', hint: 'It is only a part of what the token says: write refs/heads/main.' },
    ]),
  })
})

rule('§10 cost', 'A document tries one token, and an organization one at a time')
test('a document tries one token', async () => {
  const refusal = 'tokenTrial(organization: "acme", token: $token) { refusal }'
  const token = await issuer.token()
  const { errors } = await graphql(app, owner, query(`a: ${refusal} b: ${refusal}`), { token })
  expect(errors?.map(({ message }) => message)).toEqual(['The document tries more than one token'])
})

test('the owners of an organization try one token at a time, and some wait', async () => {
  app.clock.move(minutes(10))
  let release = () => {}
  issuer.until = new Promise((resolve) => (release = resolve))
  const token = await issuer.token()
  const refused: unknown[] = []
  const asked = atOnce(async () => {
    const { data, errors } = await graphql(app, owner, query(), { token })
    if (errors) refused.push(errors[0]?.extensions.code)
    return data?.['tokenTrial']?.['refusal']
  }, 22)
  try {
    await expect.poll(() => refused).toEqual(['UNAVAILABLE'])
  } finally {
    release()
  }
  expect((await asked).filter((refusal) => refusal === null)).toHaveLength(21)
})
