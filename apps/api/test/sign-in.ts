import { hash } from '@node-rs/argon2'
import type { TestApp } from './app.js'
import { graphql } from './rest.js'

export const password = 'correct horse battery'

const mutation = `mutation ($login: String!, $password: String!) {
  signIn(input: { login: $login, password: $password }) {
    token session { id expiresAt } user { id } userErrors { message }
  }
}`

/** What signing in by GraphQL answers. */
export async function signIn(app: TestApp, login: string, secret = password) {
  const { data } = await graphql(app, undefined, mutation, { login, password: secret })
  return data['signIn'] as { token: string; session: { id: string; expiresAt: string } }
}

/** The bearer of a new session; null where the password is wrong. */
export async function sessionOf(app: TestApp, login: string, secret = password): Promise<string> {
  return (await signIn(app, login, secret)).token
}

/** A user who can sign in. */
export async function userWithPassword(app: TestApp, username: string): Promise<void> {
  const { id } = await app.make.user(username)
  await app.prisma.user.update({ where: { id }, data: { passwordHash: await hash(password) } })
}
