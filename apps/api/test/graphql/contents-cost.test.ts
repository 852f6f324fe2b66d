import { rule } from '@engine/shared/rule'
import { beforeAll, describe, expect, test } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { createModule, publish } from '../modules/module-requests.js'
import { dataOf, graphql } from '../rest.js'
import { statementsOf } from '../statements.js'

const variables = (count: number): string =>
  Array.from({ length: count }, (_, n) => `variable "v${n}" {\n  type = string\n}\n`).join('')

const app = await startTestApp()
const owner = await app.make.user('owner')
await app.make.organization(owner, 'acme')
await createModule(app, owner, 'acme/network/aws')
const sources = {
  '1.0.0': `variable "a" {}\n`,
  '1.1.0': variables(1000),
  '1.2.0': variables(19_900),
  '1.3.0': `variable "a" {\n  description = "${'x'.repeat(900_000)}"\n}\n`,
}
for (const [version, source] of Object.entries(sources))
  await publish(app, owner, 'acme/network/aws', version, archive(file('main.tf', source)))

const ofModule = (selection: string): string =>
  `{ registryModuleNamespace(name: "acme") { registryModule(name: "network", provider: "aws") { ${selection} } } }`

const ofVersion = (version: string, contents: string): string =>
  ofModule(`version(version: "${version}") { contents { ${contents} } }`)

async function messageOf(query: string): Promise<string | undefined> {
  const { errors } = await graphql(app, owner, query)
  return errors?.map(({ message, extensions }) => `${extensions.code} ${message}`).join()
}

const forOne =
  'BAD_USER_INPUT contents can be asked of one object in an operation, once and not below a longer list'
const tooLarge = 'BAD_USER_INPUT contents is too large to be answered with all that is asked of it'

const aliases = (count: number, selection: string): string =>
  Array.from({ length: count }, (_, n) => `a${n}: ${selection}`).join(' ')

describe('what a version declares', () => {
  test('is asked of one version in an operation: below a longer list it is refused before anything is looked up', async () => {
    const below = (page: string): string =>
      ofModule(`versions${page} { nodes { contents { root { name } } } }`)
    expect(await messageOf(below('(page: { size: 1 })'))).toBeUndefined()
    for (const page of ['', '(page: { size: 2 })', '(page: { size: 100 })']) {
      const { answer, own } = await statementsOf(app, () => messageOf(below(page)))
      expect(answer).toBe(forOne)
      expect(own).toEqual([])
    }
  })

  rule('§10 cost', '`contents` is for one version at a time')
  test('cannot be asked again under another name or in a fragment', async () => {
    const contents = 'contents { root { name } }'
    for (const twice of [
      `version(version: "1.0.0") { a: ${contents} b: ${contents} }`,
      `a: version(version: "1.0.0") { ${contents} } b: version(version: "1.1.0") { ${contents} }`,
      `a: version(version: "1.0.0") { ...f } b: version(version: "1.1.0") { ...f }`,
      `version(version: "1.0.0") { ...f ... on RegistryModuleVersion { other: ${contents} } }`,
    ]) {
      const fragment = twice.includes('...f') ? `fragment f on RegistryModuleVersion { ${contents} }` : ''
      expect(await messageOf(`${ofModule(twice)} ${fragment}`), twice).toBe(forOne)
    }
    const once = `version(version: "1.0.0") { ${contents} ...f } version(version: "1.0.0") { ${contents} }`
    const fragment = `fragment f on RegistryModuleVersion { ${contents} }`
    expect(await messageOf(`${ofModule(once)} ${fragment}`)).toBeUndefined()
  })

  test('is weighed by what is stored, under each of its names', async () => {
    expect(await messageOf(ofVersion('1.0.0', aliases(20, 'root { inputs { name } }')))).toBeUndefined()
    expect(await messageOf(ofVersion('1.1.0', aliases(20, 'root { inputs { name } }')))).toBeUndefined()
    expect(await messageOf(ofVersion('1.1.0', aliases(25, 'root { inputs { name } }')))).toBe(tooLarge)
    expect(await messageOf(ofVersion('1.1.0', `root { ${aliases(25, 'inputs { name }')} }`))).toBe(tooLarge)
    expect(await messageOf(ofVersion('1.2.0', 'root { inputs { name } more: inputs { name } }'))).toBe(
      tooLarge,
    )
  })

  test('is weighed by its texts too', async () => {
    const described = (times: number): string =>
      ofVersion('1.3.0', `root { inputs { ${aliases(times, 'description')} } }`)
    expect(await messageOf(described(8))).toBeUndefined()
    expect(await messageOf(described(10))).toBe(tooLarge)
  })

  test('can be asked for as a whole also of the largest module that can be published', async () => {
    const part = `path readme inputs { name type description default required } outputs { name description }
      dependencies { name source version } providers { name source version } resources { type name }`
    const whole = ofVersion('1.2.0', `root { ${part} } submodules { ${part} } examples { ${part} }`)
    const data = await dataOf(app, owner, whole)
    expect(JSON.stringify(data)).toContain('"v19899"')
  })
})

describe('an answer of more than 8 MiB is refused', () => {
  let admin: Person

  beforeAll(async () => {
    admin = await app.make.administrator()
    const { id } = await app.make.organization(owner, 'large')
    const { id: _, ...event } = await app.prisma.auditEvent.findFirstOrThrow({
      where: { organizationId: id },
    })
    for (const [action, letter] of [
      ['test.large', 'x'],
      ['test.wide', 'é'],
    ] as const)
      for (let n = 0; n < 9; n++) {
        const before = { text: letter.repeat(1024 ** 2) }
        await app.prisma.auditEvent.create({ data: { ...event, before, after: {}, action } as never })
      }
  })

  const events = async (action: string, size: number) => {
    const query = `{ auditEvents(filter: { action: "${action}" }, page: { size: ${size} }) { nodes { before } } }`
    const { status, body } = await app.http
      .post('/graphql')
      .set('Authorization', `Bearer ${admin.token}`)
      .send({ query })
    return { status, ...body }
  }

  const refusal = {
    message: 'The answer is larger than 8 MiB: ask for less at once',
    extensions: { code: 'BAD_USER_INPUT' },
  }

  rule('§10 cost', 'The bytes of an answer are bounded')
  test('as soon as its texts are longer than that', async () => {
    expect((await events('test.large', 7)).errors).toBeUndefined()
    expect(await events('test.large', 9)).toEqual({ status: 400, errors: [refusal] })
  })

  test('also when its bytes are more than its characters', async () => {
    expect((await events('test.wide', 3)).errors).toBeUndefined()
    expect(await events('test.wide', 5)).toEqual({ status: 200, errors: [refusal] })
  })
})
