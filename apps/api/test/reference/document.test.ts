import { describe, expect, test } from 'vitest'
import { document, faultsAt, resolved, type ResponseObject } from './reference.js'

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
    steps: ['paths', path, method],
  })),
)

describe('the OpenAPI document', () => {
  test('holds an example of every body and answer, and each is right by its own schema', () => {
    const faults: string[] = []
    for (const { name, operation, steps } of operations) {
      const responses = Object.entries(operation.responses).map(([status, given]) =>
        resolved<ResponseObject>(given, [...steps, 'responses', status]),
      )
      const bodies = [
        ...(operation.requestBody
          ? [{ value: operation.requestBody, steps: [...steps, 'requestBody'] }]
          : []),
        ...responses,
      ]
      for (const { value, steps: there } of bodies)
        for (const [type, { example }] of Object.entries(value.content ?? {})) {
          if (type === 'application/octet-stream') continue
          if (example === undefined) faults.push(`${name}: no example in ${there.join('/')}`)
          const wrong = faultsAt([...there, 'content', type, 'schema'], example)
          faults.push(...wrong.map((fault) => `${name}: ${there.slice(3).join(' ')}: ${fault}`))
        }
    }
    expect(faults).toEqual([])
  })

  test('describes every parameter, in its path too', () => {
    for (const { name, operation, steps } of operations) {
      const parameters = (operation.parameters ?? []).map((given) => resolved(given, []).value)
      for (const parameter of parameters)
        expect(parameter.description, `${name} ${parameter.name}`).toMatch(/\.$/)
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map((each) => each.name)
      expect(inPath, name).toEqual([...(steps[1] ?? '').matchAll(/\{(\w+)\}/g)].map(([, found]) => found))
    }
  })

  test('describes every tag that is used, and no other', () => {
    const used = new Set(operations.flatMap(({ operation }) => operation.tags))
    expect(document.tags.map((tag) => tag.name).sort()).toEqual([...used].sort())
  })

  test('names every operation once', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
  })

  test('does not ask for a body where real clients send none', () => {
    const tokens = operations.filter(({ name }) => /POST .*authentication-tokens?$/.test(name))
    expect(tokens.map(({ operation }) => operation.requestBody?.required)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  test('says what may come in `relationships`', () => {
    const schema =
      document.paths['/api/v2/organizations/{org}/organization-memberships']?.['post']?.requestBody
    expect(JSON.stringify(schema)).toContain('"relationships":{"type":"object","properties":{"teams"')
  })
})
