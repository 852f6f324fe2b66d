import { expect } from 'vitest'
import type { TestApp } from '../app.js'
import { testSha, type Person } from '../makers.js'
import { as, documentOf } from '../rest.js'

export const path = '/admin/engine-versions'
export const url = 'https://releases.example/engine.zip'
export const version = (attributes: object): object => documentOf('engine-versions', attributes)

/** A number that no other test has. */
export const fresh = ({ make }: TestApp): string => `7.0.${make.next()}`

/** The resource of a version that was made over REST. */
export async function create(app: TestApp, admin: Person, attributes: object = {}) {
  const body = version({ version: fresh(app), url, sha: testSha, ...attributes })
  const answer = await as(app, admin).post(path, { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data
}
