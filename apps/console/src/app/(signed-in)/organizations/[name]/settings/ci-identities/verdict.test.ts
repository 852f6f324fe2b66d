import { expect, test } from 'vitest'
import { verdictOf } from './verdict'

const issuer = { name: 'GitHub' }
const identity = (name: string, fits: boolean) => ({ name, fits })

test('a token is told what would become of it', () => {
  const refusal = 'The token has expired'
  expect(verdictOf({ issuer, refusal, identities: [identity('a', true)] })).toMatchObject({
    isGood: false,
    text: 'The token has expired. It claims to be from GitHub.',
  })
  const of = (...identities: { name: string; fits: boolean }[]) =>
    verdictOf({ issuer, refusal: null, identities })
  expect(of()).toMatchObject({
    isGood: false,
    text: expect.stringContaining('no CI identity names that issuer yet'),
  })
  expect(of(identity('a', false))).toMatchObject({ isGood: false, title: 'It matches no CI identity.' })
  expect(of(identity('a', false), identity('b', true))).toMatchObject({
    isGood: true,
    text: 'The job would get a token of b.',
  })
  expect(of(identity('a', true), identity('b', true)).text).toContain('a and b')
})
