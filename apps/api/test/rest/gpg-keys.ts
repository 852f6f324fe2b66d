import { generateKey, readKey } from 'openpgp'
import { expect } from 'vitest'
import type { TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, documentOf } from '../rest.js'

export const path = '/api/registry/private/v2/gpg-keys'
export const keyOf = (attributes: object): object => documentOf('gpg-keys', attributes)

interface Pair {
  readonly armor: string
  readonly secret: string
  readonly keyId: string
}

export async function newPair(type: 'ecc' | 'rsa' = 'ecc'): Promise<Pair> {
  const { publicKey, privateKey } = await generateKey({
    type,
    // The shortest that is still taken: making a longer one takes seconds.
    ...(type === 'rsa' && { rsaBits: 2048 }),
    userIDs: [{ name: 'Release' }],
    format: 'armored',
  })
  const fingerprint = (await readKey({ armoredKey: publicKey })).getFingerprint()
  return { armor: publicKey, secret: privateKey, keyId: fingerprint.slice(-16).toUpperCase() }
}

/** A key that is registered, and the path of its resource. */
export async function register(
  app: TestApp,
  by: Person,
  namespace = 'Acme',
): Promise<Pair & { id: string; self: string }> {
  const pair = await newPair()
  const answer = await as(app, by).post(path, { body: keyOf({ namespace, 'ascii-armor': pair.armor }) })
  expect(answer.status, answer.text).toBe(201)
  return { ...pair, id: answer.body.data.id, self: `${path}/${namespace}/${pair.keyId}` }
}
