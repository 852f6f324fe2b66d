import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.js'
import { isFull } from '../full-run.js'
import { as } from '../rest.js'
import { everyCaller, type Callers } from './callers.js'
import { losses, waysFor, type Loss } from './losses.js'
import { thingAt } from './things.js'
import { writes, type Write } from './writes.js'

let app: TestApp
let callers: Callers
let count = 0

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent' })
  callers = await everyCaller(app)
})
afterAll(() => app.stop())

async function send({ method, body }: Write, path: string, requestId: string): Promise<number> {
  const verb = method.toLowerCase() as 'post' | 'patch' | 'delete'
  const sent = body()
  const headers = { 'X-Request-Id': requestId }
  return (await as(app, callers.owner)[verb](path, { headers, ...(sent && { body: sent }) })).status
}

/** The status of a write whose caller loses something right before its transaction; undefined where none begins. */
async function whileLosing(write: Write, path: string, loss: Loss, requestId: string) {
  let giveBack: (() => Promise<unknown>) | undefined
  app.beforeNextWrite(async () => void (giveBack = await loss(app, callers.owner.token)))
  const status = await send(write, path, requestId)
  app.beforeNextWrite(async () => undefined)
  await giveBack?.()
  return giveBack && status
}

/** The status of the same with that loss from the beginning. */
async function afterLosing(write: Write, loss: Loss): Promise<number> {
  const path = await thingAt(app, callers, write.route, write.method)
  const giveBack = await loss(app, callers.owner.token)
  const status = await send(write, path, 'later')
  await giveBack()
  return status
}

const changes = (requestId: string): Promise<number> =>
  app.prisma.auditEvent.count({ where: { requestId, action: { not: 'token.refuse' } } })

const isRefusal = (status: number): boolean => status === 401 || status === 404

/** Counts the refused writes, and lists those that continued although they could not have begun. */
async function walk(ways: Readonly<Record<string, Loss>>): Promise<{ refused: number; wrong: string[] }> {
  const wrong: string[] = []
  let refused = 0
  for (const [index, write] of writes.entries()) {
    let path = await thingAt(app, callers, write.route, write.method)
    for (const [what, loss] of waysFor(index, ways)) {
      const requestId = `held-${++count}`
      const status = await whileLosing(write, path, loss, requestId)
      if (status === undefined) continue
      const changed = await changes(requestId)
      if (isRefusal(status) && changed === 0) refused++
      // What the loss does not touch, such as one's own account, goes on.
      else if (isRefusal(await afterLosing(write, loss))) wrong.push(`${write.name}, ${what}: ${status}`)
      if (changed > 0) path = await thingAt(app, callers, write.route, write.method)
    }
  }
  return { refused, wrong }
}

rule('§18 asked again', 'Every write asks again whether its caller may still act')
test('no write of the API goes on whose caller lost token, account or rights while its body was coming', async () => {
  const { memberships, ...others } = losses
  await app.prisma.user.update({ where: { id: callers.owner.id }, data: { isSiteAdmin: true } })
  const asAdministrator = await walk(others)
  await app.prisma.user.update({ where: { id: callers.owner.id }, data: { isSiteAdmin: false } })
  const asMember = await walk({ memberships })
  expect([...asAdministrator.wrong, ...asMember.wrong]).toEqual([])
  expect(asAdministrator.refused).toBeGreaterThan(isFull ? 150 : 35)
  expect(asMember.refused).toBeGreaterThan(25)
}, 480_000)
