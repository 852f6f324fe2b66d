import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { buildGraphqlSchema } from '../../../src/graphql/schema.js'
import { isFull } from '../../full-run.js'
import { losses, waysFor, type Loss } from '../../policy/losses.js'
import { graphql } from '../../rest.js'
import { startHere } from './change.js'
import { changes } from './changes.js'

const here = await startHere({ LOG_LEVEL: 'silent' })
const { app, callers } = here

const mutations = buildGraphqlSchema().getMutationType()?.getFields() ?? {}

/** Tells whether it was refused for lack of access. */
async function isRefused(name: string, token: string | undefined, input: object): Promise<boolean> {
  const type = String(mutations[name]?.args[0]?.type)
  const query = `mutation ($input: ${type}) { ${name}(input: $input) { userErrors { field code } } }`
  const { data, errors = [] } = await graphql(app, token, query, { input })
  const { userErrors = [] } = (data?.[name] ?? {}) as { userErrors?: { field: string[]; code: string }[] }
  return (
    errors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED') ||
    userErrors.some(({ code, field: [at = 'ids'] }) => code === 'NOT_FOUND' && at === 'ids')
  )
}

const changesMade = (): Promise<number> =>
  app.prisma.auditEvent.count({ where: { face: 'console', action: { not: 'token.refuse' } } })

async function whileLosing(name: string, token: string, input: object, loss: Loss) {
  const before = await changesMade()
  let giveBack: (() => Promise<unknown>) | undefined
  app.beforeNextWrite(async () => void (giveBack = await loss(app, token)))
  const refused = await isRefused(name, token, input)
  app.beforeNextWrite(async () => undefined)
  await giveBack?.()
  return giveBack && { refused, changed: (await changesMade()) - before }
}

/** Tells whether the same request is refused after that loss. */
async function isRefusedAfterwards(name: string, token: string, loss: Loss): Promise<boolean> {
  const input = (await changes[name]?.input(here)) ?? {}
  const giveBack = await loss(app, token)
  const refused = await isRefused(name, token, input)
  await giveBack()
  return refused
}

rule('§18 asked again', 'Every mutation asks again whether its caller may still act')
test('no mutation goes on whose caller lost token, account or rights while it waited', async () => {
  const wrong: string[] = []
  let refused = 0
  for (const [index, [name, change]] of Object.entries(changes).entries()) {
    const token = callers.bearers[change.by] ?? ''
    let input = await change.input(here)
    for (const [what, loss] of waysFor(index, losses)) {
      const held = await whileLosing(name, token, input, loss)
      if (!held) continue
      if (held.refused && held.changed === 0) refused++
      // What the loss does not touch, such as one's own account, goes on.
      else if (await isRefusedAfterwards(name, token, loss)) wrong.push(`${name}, ${what}`)
      if (held.changed > 0) input = await change.input(here)
    }
  }
  expect(wrong).toEqual([])
  expect(refused).toBeGreaterThan(isFull ? 200 : 40)
}, 480_000)
