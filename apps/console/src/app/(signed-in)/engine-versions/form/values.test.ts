import { describe, expect, test } from 'vitest'
import { createInputOf, emptyValues, updateInputOf, validation, type FormValues } from './values'

const sha = 'a'.repeat(64)
const archive = { os: 'linux', arch: 'amd64', url: 'https://a.example/e.zip', sha }
const base: FormValues = { ...emptyValues, version: '1.9.0', archs: [archive] }
const read = { id: 'tool-1', updatedAt: '2026-11-01T00:00:00.000Z' }

test('pasted spaces and capital letters of a checksum do not reach the API', () => {
  const archs = [{ os: ' linux ', arch: 'amd64', url: ` ${archive.url}\n`, sha: ` ${sha.toUpperCase()} ` }]
  expect(createInputOf({ ...base, version: ' 1.9.0 ', archs })).toMatchObject({
    version: '1.9.0',
    archs: [archive],
  })
})

test('a reason typed before the version was declared fit again is not sent', () => {
  expect(createInputOf({ ...base, deprecatedReason: 'old' })).toMatchObject({ deprecatedReason: '' })
})

describe('an update', () => {
  test('carries only what was changed, and what was read', () => {
    expect(updateInputOf(read, { ...base, beta: true }, base)).toEqual({
      id: read.id,
      expectedUpdatedAt: read.updatedAt,
      beta: true,
    })
  })

  test('carries all archives when one was changed', () => {
    const archs = [archive, { ...archive, arch: 'arm64' }]
    expect(updateInputOf(read, { ...base, archs }, base)).toMatchObject({ archs })
  })
})

test('the hints know what the API takes', () => {
  expect(validation.version(' 1.9.0-beta1 ')).toBeNull()
  expect(validation.version('v1.9.0')).toContain('N.N.N')
  expect(validation.archs.url('ftp://a')).toContain('https://')
  expect(validation.archs.sha(sha.slice(1))).toContain('64')
})
