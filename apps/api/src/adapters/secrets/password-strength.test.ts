import { afterAll, describe, expect, test } from 'vitest'
import { DomainError } from '../../kernel/errors.js'
import { PasswordStrengthThread } from './password-strength.js'
import { isFull } from '../../../test/full-run.js'

const strength = new PasswordStrengthThread()
afterAll(() => strength.close())

const ada = ['ada.lovelace', 'ada.lovelace@analytical.example', 'babbage-works', 'console.difference.example']

describe('a password', () => {
  test.each([
    '1234567890',
    'qwertyuiop',
    'password123!',
    'P@ssw0rd123',
    'iloveyou1234',
    'aaaaaaaaaaaaaaaaaaaa',
    'abcabcabcabcabc',
    'passwordpasswordpassword',
    'correcthorsebatterystaple',
    'Correct Horse Battery Staple',
    'C0rrect-horse-battery-staple!',
    'Sommer2026!',
    'Winter_2025',
    'Welcome2026!!',
    'W1llkommen2026',
    'Février2026!',
    'September25!',
    'S0mm3r2026!',
  ])('that many have is easy to guess: %s', async (password) => {
    expect(await strength.isCommon(password, [])).toBe(true)
  })

  test.each([
    'Difference2026!',
    'Babbage-Works1',
    'ada.lovelace',
    'lovelace1815',
    'Analytical2026',
    'ada.lovelace@analytical.example',
  ])('made of what is known of its owner or of this platform is easy to guess: %s', async (password) => {
    expect(await strength.isCommon(password, ada)).toBe(true)
  })

  test.each([
    'correct horse battery',
    'Summer2026! in Lisbon',
    'a tram that sings in spring',
    'k7xq2mzpaw',
    'lisbon-tram-28',
    'Zuversicht am Morgen',
    '正しい馬の電池のホチキス',
  ])('of some words, or of chance, is not: %s', async (password) => {
    expect(await strength.isCommon(password, ada)).toBe(false)
  })

  test.runIf(isFull)(
    'is judged by its beginning, so that none takes long: what no password should be ends within the deadline',
    async () => {
      for (const part of ['a!i4s$1e@o0t', '4@8({[</369', '1122334455667788', '\0\u{1f600}'])
        expect(await strength.isCommon(part.repeat(100).slice(0, 1000), [part.repeat(500)])).toEqual(
          expect.any(Boolean),
        )
    },
  )
})

describe('the thread', () => {
  test('that does not answer in time is ended, and the password is not judged', async () => {
    const hasty = new PasswordStrengthThread({ timeLimit: 0 })
    const late = hasty.isCommon('correct horse battery', [])
    await expect(late).rejects.toThrow(DomainError)
    await expect(late).rejects.toMatchObject({ failure: { kind: 'unavailable' } })
    await hasty.close()
  })

  test.runIf(isFull)('refuses too many passwords at once, and recovers', async () => {
    const small = new PasswordStrengthThread({ queue: 2 })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => small.isCommon('1234567890', [])),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await small.isCommon('1234567890', [])).toBe(true)
    await small.close()
  })
})
