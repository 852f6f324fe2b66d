import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import type { OperationContext } from '../../kernel/context.js'
import type { Letter } from '../../kernel/mail.js'
import { LetterQueue } from './letter-queue.js'

const warnings: unknown[] = []
const log = { warn: (facts: unknown) => warnings.push(facts) } as unknown as OperationContext['log']
const ctx = { log } as OperationContext
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
