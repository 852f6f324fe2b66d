import { rule } from '@engine/shared/rule'
import { beforeEach, expect, test } from 'vitest'
import { hours, minutes, seconds } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { password, userWithPassword } from '../sign-in.js'

let count = 0
let name: string
/** Network of the present test; each has another. */
let here: string

const app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' })

beforeEach(async () => {
  name = `guessed${++count}`
  here = `203.0.113.${count}`
  await userWithPassword(app, name)
})

const otherAddress = '198.51.100.9'

const query = `mutation ($input: SignInInput!) { signIn(input: $input) { token userErrors { field code message } } }`

/** Signs in from an address and returns the sentence of the answer; `in` on success. */
async function tried(login: string, secret: string, address = here): Promise<string> {
  const answer = await app.http
    .post('/graphql')
    .set('X-Forwarded-For', address)
    .send({ query, variables: { input: { login, password: secret } } })
  const { token, userErrors } = answer.body.data.signIn
  return token === null ? userErrors[0].message : 'in'
}

async function failed(times: number, login = name, address = here): Promise<void> {
  for (let i = 0; i < times; i++) expect(await tried(login, 'wrong', address)).toBe(wrong)
}

const wrong = 'User name or password is wrong'
const waiting = (time: string): string => `Too many wrong passwords. Wait ${time}, then try again`
const waitingHere = (time: string): string =>
  `Too many wrong passwords from your network. Wait ${time}, then try again`

rule('§3 sessions', 'Wrong passwords slow the next try down')
test('after five failures a name waits at its address, longer after each further one, also with the right password', async () => {
  await failed(5)
  for (const wait of [1, 2, 4, 8]) {
    const told = waiting(wait === 1 ? '1 second' : `${wait} seconds`)
    expect(await tried(name, password)).toBe(told)
    app.clock.move(seconds(wait) - 1)
    expect(await tried(name, 'wrong')).toMatch(/^Too many wrong passwords/)
    app.clock.move(1)
    await failed(1)
  }
  expect(await tried(name, password)).toBe(waiting('16 seconds'))
  app.clock.move(seconds(16))
  expect(await tried(name, password)).toBe('in')
})

test('no wait is longer than a quarter of an hour', async () => {
  await failed(5)
  for (let i = 0; i < 14; i++) {
    app.clock.move(minutes(15))
    await failed(1)
  }
  expect(await tried(name, password)).toBe(waiting('15 minutes'))
})

rule('§3 sessions', 'Wrong passwords slow the next try down … and lock no user out at another address')
test('guesses from one address do not lock the user out at another, nor other users at the same', async () => {
  const other = `${name}-neighbour`
  await userWithPassword(app, other)
  await failed(5)
  expect(await tried(name, password)).toBe(waiting('1 second'))
  expect(await tried(name, password, otherAddress)).toBe('in')
  expect(await tried(other, password)).toBe('in')
  expect(await tried(name, password), 'a success at another address ends no wait here').toBe(
    waiting('1 second'),
  )
})

test('a success forgets the failures, and so does an hour', async () => {
  await failed(4)
  expect(await tried(name, password)).toBe('in')
  await failed(5)
  app.clock.move(hours(1))
  await failed(5)
  expect(await tried(name, password)).toBe(waiting('1 second'))
})

test('a change of the machine’s clock does not change the wait that was told', async () => {
  for (const jump of [-1, 1].map((direction) => direction * hours(5))) {
    name = `guessed${++count}`
    here = `203.0.113.${count}`
    await userWithPassword(app, name)
    await failed(5)
    app.clock.jump(jump)
    expect(await tried(name, password)).toBe(waiting('1 second'))
    app.clock.move(seconds(1))
    expect(await tried(name, password)).toBe('in')
    app.clock.jump(-jump)
  }
})

test('an unknown name waits like any other, in any case of its letters', async () => {
  await failed(4, 'no-such-user')
  await failed(1, 'NO-SUCH-user')
  expect(await tried('no-such-user', 'wrong')).toBe(waiting('1 second'))
})

test('the addresses of one network of IPv6 count as one', async () => {
  for (let i = 1; i <= 5; i++) await failed(1, name, `2001:db8:1:2::${i}`)
  expect(await tried(name, password, '2001:db8:1:2:ffff::1')).toBe(waiting('1 second'))
  expect(await tried(name, password, '2001:db8:1:3::1')).toBe('in')
})

test('of many tries at once no more are looked at than one after the other', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => tried(name, 'wrong')))
  expect(answers.filter((answer) => answer === wrong)).toHaveLength(5)
})

test('guessing the password of a session that was taken over is slowed in the same way', async () => {
  const ada = await app.make.user()
  const change = async () =>
    app.http
      .patch('/api/v2/account/password')
      .set({ Authorization: `Bearer ${ada.token}`, 'Content-Type': 'application/vnd.api+json' })
      .send({
        data: { type: 'users', attributes: { current_password: 'no', password: 'a goat that eats paper' } },
      })
  for (let i = 0; i < 5; i++)
    expect((await change()).body.errors[0].detail).toBe('Current password is invalid')
  expect((await change()).body.errors[0].detail).toBe(waiting('1 second'))
})

rule('§10', 'A network has a budget of failures over all names')
test('guesses of one password for many names are slowed at their network alone', async () => {
  for (let i = 0; i < 20; i++) await failed(1, `sprayed${i}`)
  expect(await tried('sprayed20', 'wrong')).toBe(waitingHere('15 seconds'))
  expect(await tried(name, password), 'also with the right password').toBe(waitingHere('15 seconds'))
  expect(await tried(name, password, otherAddress)).toBe('in')
  app.clock.move(seconds(15))
  await failed(1, 'sprayed20')
  expect(await tried('sprayed21', 'wrong')).toBe(waitingHere('15 seconds'))
  app.clock.move(minutes(5))
  for (let i = 0; i < 20; i++) await failed(1, `again${i}`)
})

rule(
  '§10',
  'A network has a budget of failures over all names … which the people behind one address do not notice',
)
test('many people behind one address sign in, also those who mistype: a success costs nothing and gives back', async () => {
  for (let i = 0; i < 12; i++) {
    const person = `${name}-colleague${i}`
    await userWithPassword(app, person)
    await failed(2, person)
    expect(await tried(person, password)).toBe('in')
  }
})

test("an account of one's own gives back nothing of what was tried for other names", async () => {
  for (let i = 0; i < 20; i++) {
    expect(await tried(name, password)).toBe('in')
    await failed(1, `prey${i}`)
  }
  expect(await tried('prey20', 'wrong')).toBe(waitingHere('15 seconds'))
})

rule('§10', 'A network has a budget of failures over all names … and a name one over all networks')
test('guesses for one name from many networks are slowed, and its owner is let in where they signed in before', async () => {
  const home = '192.0.2.77'
  expect(await tried(name, password, home)).toBe('in')
  for (let i = 0; i < 30; i++) await failed(1, name, `198.18.${count}.${i}`)
  const fresh = `198.18.${count}.200`
  expect(await tried(name, 'wrong', fresh)).toBe(waiting('60 seconds'))
  expect(await tried(name, password, fresh)).toBe(waiting('60 seconds'))
  expect(await tried(name, password, home)).toBe('in')
  expect(await tried(`${name}@example.com`, password, home)).toBe('in')
  app.clock.move(minutes(1))
  expect(await tried(name, password, fresh)).toBe('in')
})

test('a user who signed in from a network before is not locked out by what others try from there', async () => {
  expect(await tried(name, password)).toBe('in')
  for (let i = 0; i < 20; i++) await failed(1, `others${count}-${i}`)
  expect(await tried('one-more', 'wrong')).toBe(waitingHere('15 seconds'))
  expect(await tried(name, password)).toBe('in')
})
