import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyring } from './keys.js'
import { createLinkSigner } from './signed-links.js'

const [older, newer] = ['o'.repeat(32), 'n'.repeat(32)]
const path = '/object/modules/modver-1/archive.tar.gz'
const now = new Date('2026-03-04T12:00:00.000Z')
const expiresAt = new Date('2026-03-04T12:05:00.000Z')
const caller = 'at-1234'
const signer = createLinkSigner(keyring([older]), 'archive')
const signed = (): URLSearchParams => new URLSearchParams(signer.sign({ path, caller, expiresAt }))

describe('a signed link', () => {
  test('is three short parameters', () => {
    expect(signer.sign({ path, caller, expiresAt })).toMatch(
      /^caller=at-1234&expires=1772625900&signature=[\w-]{43}$/,
    )
  })

  test('gives back what was signed, until its last second is over', () => {
    expect(signer.verify(path, signed(), now)).toBe(caller)
    expect(signer.verify(path, signed(), new Date(expiresAt.getTime() - 1))).toBe(caller)
    expect(signer.verify(path, signed(), expiresAt)).toBeUndefined()
  })

  test('stands whatever a client adds, strips or sorts', () => {
    const parameters = fc.dictionary(
      fc.string({ minLength: 1 }).filter((name) => !['caller', 'expires', 'signature'].includes(name)),
      fc.string(),
    )
    fc.assert(
      fc.property(parameters, fc.boolean(), (extra, sorted) => {
        const query = new URLSearchParams({
          ...extra,
          checksum: 'sha256:00',
          ...Object.fromEntries(signed()),
        })
        if (sorted) query.sort()
        expect(signer.verify(path, new URLSearchParams(query.toString()), now)).toBe(caller)
      }),
    )
  })

  test('carries any caller and path, and fails when one of them is another', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, text, text, (p, a, other) => {
        const query = new URLSearchParams(signer.sign({ path: p, caller: a, expiresAt }))
        expect(signer.verify(p, query, now)).toBe(a)
        if (other !== p) expect(signer.verify(other, query, now)).toBeUndefined()
        if (other !== a) expect(signer.verify(p, replaced(query, 'caller', other), now)).toBeUndefined()
      }),
    )
  })

  test('falls with every changed character of its signature and expiry', () => {
    for (const name of ['expires', 'signature']) {
      const value = signed().get(name) ?? ''
      for (let at = 0; at < value.length; at++) {
        const other = value[at] === '9' ? '8' : '9'
        const forged = replaced(signed(), name, value.slice(0, at) + other + value.slice(at + 1))
        expect(signer.verify(path, forged, now), `${name}, character ${at}`).toBeUndefined()
      }
    }
  })

  test.each(['caller', 'expires', 'signature'])('falls when %s is missing or comes twice', (name) => {
    const without = signed()
    without.delete(name)
    expect(signer.verify(path, without, now)).toBeUndefined()
    const twice = signed()
    twice.append(name, twice.get(name) ?? '')
    expect(signer.verify(path, twice, now)).toBeUndefined()
  })

  test.each(['', '0', '-1', '1e12', '9'.repeat(13), '01772625900', ' 1772625900', 'NaN', 'Infinity'])(
    'falls with the expiry %j',
    (expires) => {
      expect(signer.verify(path, replaced(signed(), 'expires', expires), now)).toBeUndefined()
    },
  )

  test('never throws, whatever is sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (signature, other) => {
        const query = new URLSearchParams({ caller: other, expires: '1772625900', signature })
        expect(signer.verify(path, query, now)).toBeUndefined()
      }),
    )
  })
})

describe('keys and purposes', () => {
  test('all keys verify, the first signs', () => {
    const rotated = createLinkSigner(keyring([newer, older]), 'archive')
    const fresh = new URLSearchParams(rotated.sign({ path, caller, expiresAt }))
    expect(rotated.verify(path, signed(), now)).toBe(caller)
    expect(rotated.verify(path, fresh, now)).toBe(caller)
    expect(signer.verify(path, fresh, now)).toBeUndefined()
    expect(createLinkSigner(keyring([newer]), 'archive').verify(path, fresh, now)).toBe(caller)
  })

  test('a link for one purpose is nothing to another', () => {
    const upload = createLinkSigner(keyring([older]), 'upload')
    expect(upload.verify(path, signed(), now)).toBeUndefined()
  })
})

function replaced(query: URLSearchParams, name: string, value: string): URLSearchParams {
  const copy = new URLSearchParams(query)
  copy.set(name, value)
  return copy
}
