import { rule } from '@engine/shared/rule'
import { beforeEach, expect, test } from 'vitest'
import { days } from '../src/kernel/clock.js'
import { startTestApp } from './app.js'
import { Mailbox } from './mailbox.js'
import { password, userWithPassword } from './sign-in.js'

let count = 0
let name: string

const mailbox = await Mailbox.open()
const { letters } = mailbox
const app = await startTestApp({
  SMTP_URL: mailbox.url,
  CONSOLE_URL: 'https://console.example',
  TRUSTED_PROXIES: '127.0.0.1',
})

beforeEach(async () => {
  letters.length = 0
  name = `person${++count}`
  await userWithPassword(app, name)
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const mutation = `mutation ($login: String!, $password: String!) {
  signIn(input: { login: $login, password: $password }) { token }
}`

async function signInFrom(address: string, { by = name, at = app, program = firefox } = {}): Promise<void> {
  const call = at.http.post('/graphql').set({ 'X-Forwarded-For': address, 'User-Agent': program })
  const answer = await call.send({ query: mutation, variables: { login: by, password } })
  expect(answer.body.data.signIn.token, answer.text).toMatch(/^engs_/)
}

/** The letters that have come; the last is that of a sign-in from a network that is new in any case. */
async function lettersSoFar(): Promise<readonly string[]> {
  const marker = `marker${++count}`
  await userWithPassword(app, marker)
  await signInFrom('198.18.0.1', { by: marker })
  await signInFrom('198.18.1.1', { by: marker })
  await expect.poll(() => letters.map(({ to }) => to)).toContain(`${marker}@example.com`)
  return letters.flatMap(({ to, source }) => (to.startsWith('marker') ? [] : [source]))
}

const placesOf = async (username: string) => {
  const rows = await app.prisma.signInPlace.findMany({
    where: { user: { username } },
    orderBy: { network: 'asc' },
  })
  return rows.map(({ network }) => network)
}

rule('§10', 'A sign-in from a network that is new is told by mail')
test('a sign-in from a network that is new is told to the person by mail: when, from where, by what, and what to do', async () => {
  await signInFrom('203.0.113.5')
  await signInFrom('192.0.2.9')
  const [letter, ...more] = await lettersSoFar()
  expect(more).toEqual([])
  expect(letters[0]?.to).toBe(`${name}@example.com`)
  for (const fact of [
    'Subject: A sign-in from a new place',
    `The account ${name} was signed in to`,
    `Time: ${app.clock.now().toISOString()}`,
    'Address: 192.0.2.9',
    'Program: "Firefox on Linux"',
    'change your password, which ends all other sessions and your tokens',
    'https://console.example/app/settings/password',
    'https://console.example/app/settings/sessions',
  ])
    expect(letter).toContain(fact)
  expect(await placesOf(name)).toEqual(['192.0.2.0/24', '203.0.113.0/24'])
})

rule('§10', 'A sign-in from a network that is new is told by mail … not the first of an account')
test('neither the very first sign-in of an account is told, nor one from a network of before', async () => {
  await signInFrom('203.0.113.5')
  await signInFrom('203.0.113.200')
  await signInFrom('203.0.113.5')
  expect(await lettersSoFar()).toEqual([])
})

test('the addresses of one IPv6 network count as one', async () => {
  await signInFrom('2001:db8:1:1::1')
  await signInFrom('2001:db8:1:ffff::2')
  await signInFrom('2001:db8:2::1')
  expect(await lettersSoFar()).toHaveLength(1)
})

rule('§10', 'A sign-in from a network that is new is told by mail … networks are stored for 90 days')
test('a network counts for 90 days after the last sign-in from it, and is forgotten then, of all people', async () => {
  const other = `other${count}`
  await userWithPassword(app, other)
  await signInFrom('203.0.113.5', { by: other })
  await signInFrom('203.0.113.5')
  app.clock.move(days(89))
  await signInFrom('203.0.113.5')
  app.clock.move(days(89))
  await signInFrom('203.0.113.5')
  expect(await lettersSoFar()).toEqual([])
  expect(await placesOf(other)).toEqual([])
  app.clock.move(days(90))
  await signInFrom('203.0.113.5')
  expect(await lettersSoFar()).toHaveLength(1)
  expect(await placesOf(name)).toEqual(['203.0.113.0/24'])
})

test('of many sign-ins from a new network at once one is told', async () => {
  await signInFrom('203.0.113.5')
  await Promise.all(Array.from({ length: 4 }, (_, n) => signInFrom(`192.0.2.${n + 1}`)))
  expect(await lettersSoFar()).toHaveLength(1)
})

rule('§10', 'A sign-in from a network that is new is told by mail … and not to a claim')
test('an address that is a mere claim gets no letter', async () => {
  const unverified = { emailProof: null, emailVerifiedAt: null }
  await app.prisma.user.updateMany({ where: { username: name }, data: unverified })
  await signInFrom('203.0.113.5')
  await signInFrom('192.0.2.9')
  expect(await lettersSoFar()).toEqual([])
})

test('a program that names itself makes no lines of its own in the letter', async () => {
  await signInFrom('203.0.113.5')
  await signInFrom('192.0.2.9', { program: 'evil.example" href=x/1' })
  expect((await lettersSoFar())[0]).toContain('Program: "evil.example\\""')
})

rule('§10', 'A sign-in from a network that is new is told by mail … and only where mail is sent')
test('where no mail is sent no networks are stored; they go with the person', async () => {
  const silent = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' }, app)
  await signInFrom('203.0.113.5', { at: silent })
  expect(await placesOf(name)).toEqual([])
  await signInFrom('203.0.113.5')
  expect(await placesOf(name)).toEqual(['203.0.113.0/24'])
  const { id: userId } = await app.prisma.user.findUniqueOrThrow({ where: { usernameKey: name } })
  await app.prisma.user.delete({ where: { id: userId } })
  expect(await app.prisma.signInPlace.count({ where: { userId } })).toBe(0)
})
