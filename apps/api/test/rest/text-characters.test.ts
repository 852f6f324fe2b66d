import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { as, documentOf } from '../rest.js'

const app = await startTestApp()

test('a text with a NUL or half a surrogate pair is invalid, and any other character is stored', async () => {
  const owner = await app.make.user()
  const { name } = await app.make.organization(owner)
  await app.make.engineVersion(await app.make.administrator(), '1.0.0')
  const create = (description: string) => {
    const body = documentOf('workspaces', { name: `w${description.length}`, description })
    return as(app, owner).post(`/organizations/${name}/workspaces`, { body })
  }
  for (const description of ['a\u0000', '\ud800', 'a\udfffb', '\udc00\ud800']) {
    const answer = await create(description)
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [
        {
          status: '422',
          title: 'invalid attribute',
          detail: 'Description is invalid',
          source: { pointer: '/data/attributes/description' },
        },
      ],
    ])
  }
  const stored = '💩 %_\\ \u0001\u202e é\u0301 ﷽\uffff'
  expect((await create(stored)).body.data.attributes.description).toBe(stored)
})
