import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { days, hours } from '../../src/kernel/clock.js'
import { startControlled, startOrigin } from './controlled.js'

const origin = await startOrigin()
const controlled = await startControlled(origin, { PROVIDER_COOLDOWN: '72h' })
const { app, list, decide, look, setPolicy, download } = controlled
const ana = await app.make.user()
const at = (moved: number) => {
  const time = new Date(app.clock.now().getTime() + moved).toISOString()
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`
}

rule('§14 words', "The origin's own first, then at most one line each of what is withheld")
test('the lines of the origin come first, then one line each of what is held, blocked, altered and unverified', async () => {
  const thing = await origin.provider(
    Array.from({ length: 9 }, (_, index) => `1.${index}.0`),
    { warnings: ['Moves soon', 'Read the notes'] },
  )
  await list(ana, thing)
  for (const number of ['2.0.0', '2.1.0']) await thing.release({ version: number })
  await thing.release({ version: '2.2.0', signing: { by: null } })
  await look(thing)
  for (const number of ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0'])
    await decide(thing, number, 'block', `Reason ${number}`)
  await thing.republish('1.5.0')
  await look(thing, true)
  expect(await list(ana, thing)).toEqual({
    versions: ['1.8.0', '1.7.0', '1.6.0'],
    warnings: [
      'Moves soon',
      'Read the notes',
      `acme/${thing.name} 2.1.0 is held until ${at(days(3))}, and 1 more`,
      `Blocked here of acme/${thing.name}: 1.4.0 (Reason 1.4.0), 1.3.0 (Reason 1.3.0), 1.2.0 (Reason 1.2.0) and 2 more`,
      `Altered at the origin of acme/${thing.name}: 1.5.0 (Its SHA256SUMS is not the one that was first seen)`,
      `Not verified of acme/${thing.name}: 2.2.0 (The origin signs nothing)`,
    ],
  })
})

rule('§14 words', 'Each of our lines is plain, and at most 300 characters')
test('long reasons with line breaks and control characters become plain, short lines', async () => {
  const thing = await origin.provider(['1.0.0', '1.1.0', '1.2.0', '1.3.0'])
  await list(ana, thing)
  for (const number of ['1.0.0', '1.1.0', '1.2.0'])
    await decide(thing, number, 'block', `It\u202eleaks\nbadly ${'x'.repeat(400)}`)
  const { warnings } = await list(ana, thing)
  expect(warnings).toHaveLength(1)
  expect(warnings[0]?.length).toBeLessThanOrEqual(300)
  expect(warnings[0]).toMatch(/^Blocked here of .*1\.2\.0 \(It leaks badly x+…\), 1\.1\.0/)
  const refused = await download(ana, thing, '1.0.0')
  expect(refused.body.errors[0]).toMatch(/^Version 1\.0\.0 is blocked: It leaks badly x+$/)
})

rule('§14 words', 'A link that does not fit is left out')
test('long names leave out the link, which would lead nowhere', async () => {
  const [namespace, name] = ['n'.repeat(64), 'm'.repeat(64)]
  await origin.twin.add(namespace, name, { key: origin.key, versions: [{ version: '1.0.0' }] })
  const owner = await app.make.user()
  const organization = await app.make.organization(owner, 'o'.repeat(64))
  await setPolicy(organization.name, { publicProviders: 'listed' })
  const { warnings } = await list(owner, { namespace, name })
  expect(warnings).toEqual([
    `${namespace}/${name} is not approved for ${organization.name}. Ask a site administrator.`,
  ])
})

rule('§14 words', 'What an origin says of itself is passed on, plain and bounded')
test('the origin may say what it likes, at length', async () => {
  const warnings = ['a\u001b[31m red\nline', 'x'.repeat(5000), ...Array.from({ length: 30 }, () => 'more')]
  const thing = await origin.provider(['1.0.0'], { warnings })
  const said = (await list(ana, thing)).warnings
  expect(said).toHaveLength(20)
  expect(said[0]).toBe('a [31m red line')
  expect(said[1]).toBe('x'.repeat(2000))
})

rule('§14 words', 'PROVIDER_HELD_NOTICE=off leaves out the line of held ones')
test('with PROVIDER_HELD_NOTICE=off nothing is said of what is held', async () => {
  const quiet = await startControlled(origin, { PROVIDER_COOLDOWN: '72h', PROVIDER_HELD_NOTICE: 'off' }, app)
  const thing = await origin.provider([
    '1.0.0',
    { version: '1.1.0', publishedAt: new Date(app.clock.now().getTime() - hours(1)).toISOString() },
  ])
  expect(await quiet.list(ana, thing)).toEqual({ versions: ['1.0.0'], warnings: [] })
  await decide(thing, '1.0.0', 'block', 'Bad')
  expect(await quiet.list(ana, thing)).toEqual({
    versions: ['0.0.0-not-available'],
    warnings: [`Blocked here of acme/${thing.name}: 1.0.0 (Bad)`],
  })
  expect((await list(ana, thing)).warnings).toHaveLength(2)
})
