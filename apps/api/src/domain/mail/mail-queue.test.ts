import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import type { OperationContext } from '../../kernel/context.js'
import { minutes } from '../../kernel/clock.js'
import { MailPostponed, type MailMessage } from '../../kernel/mail.js'
import { MailQueue } from './mail-queue.js'

const warnings: unknown[] = []
const log = {
  info: () => {},
  warn: (facts: unknown) => warnings.push(facts),
} as unknown as OperationContext['log']
let elapsed = 0
const clock = { elapsed: () => elapsed } as OperationContext['clock']
const ctx = { log, clock } as OperationContext
const mailTo = (to: string): MailMessage => ({ to, subject: 'Hello', text: 'Hello.' })

/** Makes a mail server that takes one mail at each call. */
function slowServer() {
  const waiting: (() => void)[] = []
  const taken: string[] = []
  const send = ({ to }: MailMessage) =>
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

describe('mails on their way', () => {
  rule('§18', 'Turns … letters: one organization’s delay and drop none of another')
  test('take turns by line: a flood of one neither drops nor holds up the mail of another', async () => {
    const { mail, taken, waiting, drain } = slowServer()
    const queue = new MailQueue(mail)
    for (let i = 0; i < 400; i++) queue.enqueue(ctx, 'flooding', mailTo('stranger'))
    queue.enqueue(ctx, 'other', mailTo('guest'))
    const before = waiting.length
    for (const take of waiting.splice(0, 2)) take()
    await expect.poll(() => waiting.length).toBe(before)
    for (const take of waiting.splice(0)) take()
    expect(taken).toContain('guest')
    await drain()
    await queue.stop()
    expect(taken.length).toBeLessThan(400)
    expect(warnings).toContainEqual({ reason: 'Error: too many mails are waiting' })
  })

  test('are finished before it stops, those that wait too', async () => {
    const { mail, taken, drain } = slowServer()
    const queue = new MailQueue(mail)
    for (let i = 0; i < 60; i++) queue.enqueue(ctx, 'acme', mailTo(`${i}`))
    const stopped = queue.stop()
    await drain()
    await stopped
    expect(taken).toHaveLength(60)
  })
})

describe('mails that the server postpones', () => {
  /** Makes a mail server that answers with these errors first. */
  function moodyServer(...errors: Error[]) {
    const tries: string[] = []
    const send = async ({ to }: MailMessage): Promise<void> => {
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
    const queue = new MailQueue(mail)
    queue.enqueue(ctx, 'acme', mailTo('guest'))
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
    const queue = new MailQueue(mail)
    queue.enqueue(ctx, 'acme', mailTo('guest'))
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
    const queue = new MailQueue(mail)
    queue.enqueue(ctx, 'acme', mailTo('guest'))
    await settled()
    elapsed += minutes(60)
    queue.sendDue(ctx)
    await settled()
    expect(tries).toHaveLength(1)
  })

  test('hold up no stop, and the log says how many are lost', async () => {
    const { mail } = moodyServer(later(), later())
    const queue = new MailQueue(mail)
    queue.enqueue(ctx, 'acme', mailTo('guest'))
    queue.enqueue(ctx, 'acme', mailTo('other'))
    await queue.stop()
    expect(warnings).toContainEqual({ mails: 2 })
  })
})
