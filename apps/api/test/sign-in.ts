import { hash } from '@node-rs/argon2'
import type { TestApp } from './app.js'
import { graphql } from './rest.js'

export const password = 'correct horse battery'

const mutation = `mutation ($login: String!, $password: String!) {
  signIn(input: { login: $login, password: $password }) {
    token session { id expiresAt } user { id } userErrors { message }
  }
}`

/** Signs in by GraphQL and returns the answer. */
export async function signIn(app: TestApp, login: string, secret = password) {
  const { data } = await graphql(app, undefined, mutation, { login, password: secret })
  return data['signIn'] as { token: string; session: { id: string; expiresAt: string } }
}

/** The bearer of a new session; null where the password is wrong. */
export async function sessionOf(app: TestApp, login: string, secret = password): Promise<string> {
  return (await signIn(app, login, secret)).token
}

/** The least that Argon2 takes: what a guess costs is asked of the passwords that the platform hashes itself. */
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** A user who can sign in. */
export async function userWithPassword(app: TestApp, username: string): Promise<void> {
  const { id } = await app.make.user(username)
  const passwordHash = await hash(password, cheap)
  await app.prisma.user.update({ where: { id }, data: { passwordHash } })
}
