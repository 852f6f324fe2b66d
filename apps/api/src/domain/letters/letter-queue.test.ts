import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import type { OperationContext } from '../../kernel/context.js'
import { minutes } from '../../kernel/clock.js'
import { MailPostponed, type Letter } from '../../kernel/mail.js'
import { LetterQueue } from './letter-queue.js'

const warnings: unknown[] = []
const log = {
  info: () => {},
  warn: (facts: unknown) => warnings.push(facts),
} as unknown as OperationContext['log']
let elapsed = 0
const clock = { elapsed: () => elapsed } as OperationContext['clock']
const ctx = { log, clock } as OperationContext
const letter = (to: string): Letter => ({ to, subject: 'Hello', text: 'Hello.' })

/** Makes a mail server that takes one letter at each call. */
function slowServer() {
  const waiting: (() => void)[] = []
  const taken: string[] = []
  const send = ({ to }: Letter) =>
    new Promise<void>((done) =>
      waiting.push(() => {
        taken.push(to)
        done()
      }),
    )
  const drain = async (): Promise<void> => {
    do {
      for (const take of waiting.splice(0)) take()
      await new Promise(setImmediate)
    } while (waiting.length > 0)
  }
  return { mail: { send }, taken, waiting, drain }
}

describe('letters on their way', () => {
  rule('§18', 'Turns … letters: one organization’s delay and drop none of another')
  test('take turns by line: a flood of one neither drops nor holds up the letter of another', async () => {
    const { mail, taken, waiting, drain } = slowServer()
    const queue = new LetterQueue(mail)
    for (let i = 0; i < 400; i++) queue.post(ctx, 'flooding', letter('stranger'))
    queue.post(ctx, 'other', letter('guest'))
    const before = waiting.length
    for (const take of waiting.splice(0, 2)) take()
    await expect.poll(() => waiting.length).toBe(before)
    for (const take of waiting.splice(0)) take()
    expect(taken).toContain('guest')
    await drain()
    await queue.stop()
    expect(taken.length).toBeLessThan(400)
    expect(warnings).toContainEqual({ reason: 'Error: too many letters are waiting' })
  })

  test('are finished before it stops, those that wait too', async () => {
    const { mail, taken, drain } = slowServer()
    const queue = new LetterQueue(mail)
    for (let i = 0; i < 60; i++) queue.post(ctx, 'acme', letter(`${i}`))
    const stopped = queue.stop()
    await drain()
    await stopped
    expect(taken).toHaveLength(60)
  })
})

describe('letters that the server does not take yet', () => {
  /** Makes a mail server that answers with these errors first. */
  function moodyServer(...errors: Error[]) {
    const tries: string[] = []
    const send = async ({ to }: Letter): Promise<void> => {
      tries.push(to)
      const error = errors.shift()
      if (error) throw error
    }
    return { mail: { send }, tries }
  }
  const settled = () => new Promise(setImmediate)
  const later = () => new MailPostponed('451 greylisted', { cause: undefined })

  rule('§19 Sign-in, CI, network', 'Letters of greylisting servers are tried again')
  test('are tried again after minutes, each time later, until they are taken', async () => {
    const { mail, tries } = moodyServer(later(), later())
    const queue = new LetterQueue(mail)
    queue.post(ctx, 'acme', letter('guest'))
    await settled()
    for (const [wait, count] of [
      [minutes(5) - 1, 1],
      [1, 2],
      [minutes(15) - 1, 2],
      [1, 3],
      [minutes(90), 3],
    ] as const) {
      elapsed += wait
      queue.sendDue(ctx)
      await settled()
      expect(tries).toHaveLength(count)
    }
    expect(warnings.filter((facts) => JSON.stringify(facts).includes('451'))).toEqual([])
    await queue.stop()
  })

  test('are given up after the last try, which the log says', async () => {
    const { mail, tries } = moodyServer(...Array.from({ length: 9 }, later))
    const queue = new LetterQueue(mail)
    queue.post(ctx, 'acme', letter('guest'))
    await settled()
    for (let i = 0; i < 9; i++) {
      elapsed += minutes(60)
      queue.sendDue(ctx)
      await settled()
    }
    expect(tries).toHaveLength(4)
    expect(warnings).toContainEqual({ reason: 'Error: 451 greylisted' })
    await queue.stop()
  })

  test('are not tried again where the server refuses them for good', async () => {
    const { mail, tries } = moodyServer(new Error('550 no such user'))
    const queue = new LetterQueue(mail)
    queue.post(ctx, 'acme', letter('guest'))
    await settled()
    elapsed += minutes(60)
    queue.sendDue(ctx)
    await settled()
    expect(tries).toHaveLength(1)
  })

  test('hold up no stop, and the log says how many are lost', async () => {
    const { mail } = moodyServer(later(), later())
    const queue = new LetterQueue(mail)
    queue.post(ctx, 'acme', letter('guest'))
    queue.post(ctx, 'acme', letter('other'))
    await queue.stop()
    expect(warnings).toContainEqual({ letters: 2 })
  })
})
