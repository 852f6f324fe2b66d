import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { password, userWithPassword } from '../sign-in.js'

const app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1' })
await userWithPassword(app, 'honest')

const query = `mutation ($login: String!, $password: String!) {
  signIn(input: { login: $login, password: $password }) { token userErrors { message } }
}`

async function ask(login: string, secret: string, address: string): Promise<string> {
  const answer = await app.http
    .post('/graphql')
    .set('X-Forwarded-For', address)
    .send({ query, variables: { login, password: secret } })
  if (answer.status !== 200) return String(answer.status)
  const { token, userErrors } = answer.body.data.signIn
  return token === null ? userErrors[0].message : 'in'
}

test('a flood of sign-ins from one address is refused; all others succeed, before most of the flood', async () => {
  const order: string[] = []
  const recorded = async (who: string, answer: Promise<string>): Promise<string> => {
    const said = await answer
    order.push(who)
    return said
  }
  const flood = Array.from({ length: 120 }, (_, n) =>
    recorded('flood', ask(`name${n}`, 'wrong', '203.0.113.9')),
  )
  const honest = Array.from({ length: 4 }, (_, n) =>
    recorded('honest', ask('honest', password, `192.0.2.${n}`)),
  )
  expect(await Promise.all(honest)).toEqual(['in', 'in', 'in', 'in'])
  const said = await Promise.all(flood)
  const lookedAt = said.filter((text) => text === 'User name or password is wrong')
  expect(lookedAt.length).toBeLessThanOrEqual(20)
  expect(said.filter((text) => text === 'in')).toEqual([])
})

rule('§10', 'No stranger keeps callers from other networks waiting … also under a flood of requests')
test('while many networks flood, `livez` and one more network are answered before their queues are empty', async () => {
  let answered = 0
  const flood = Array.from({ length: 100 }, async (_, n) => {
    await ask(`other${n}`, 'wrong', `198.51.100.${n % 10}`)
    answered++
  })
  const [alive, honest] = await Promise.all([
    app.http.get('/livez').then(({ status }) => ({ status, answered })),
    ask('honest', password, '192.0.2.200').then((said) => ({ said, answered })),
  ])
  expect(alive.status).toBe(200)
  expect(honest.said).toBe('in')
  expect(Math.max(alive.answered, honest.answered)).toBeLessThan(100)
  await Promise.all(flood)
})
