import { expect } from 'vitest'
import type { TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as } from '../rest.js'

interface Made {
  readonly id: string
  readonly value: string
}

export const ownOf = ({ id }: Pick<Person, 'id'>): string => `/users/${id}/authentication-tokens`

/** Makes tokens, and looks what became of them. */
export function revocationsOf(app: TestApp) {
  async function make(bearer: string, path: string, attributes: object = {}): Promise<Made> {
    const answer = await as(app, bearer).post(path, { body: { data: { attributes } } })
    expect(answer.status, answer.text).toBe(201)
    return { id: answer.body.data.id as string, value: answer.body.data.attributes.token as string }
  }
  return {
    make,
    end: (bearer: string | Person, id: string) => as(app, bearer).delete(`/authentication-tokens/${id}`),
    async statusOf(bearer: string, at = app): Promise<number> {
      return (await as(at, bearer).get('/account/details')).status
    },
    revoke: (body: unknown, at = app) =>
      as(at, undefined).post('/authentication-tokens/actions/revoke', { body }),
    rowsOf: (subjectId: string) =>
      app.prisma.auditEvent.findMany({ where: { subjectId }, orderBy: { id: 'desc' } }),
  }
}
