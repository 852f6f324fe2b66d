import { describe, expect, test } from 'vitest'
import { createInputOf, emptyValues, mergeValues, updateInputOf, validation, type FormValues } from './values'

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

describe('when somebody else changed the same version', () => {
  test('their other changes are taken and mine are kept', () => {
    const merged = mergeValues(base, { ...base, version: '1.9.1' }, { ...base, beta: true })
    expect(merged).toEqual({ values: { ...base, version: '1.9.1', beta: true }, both: [] })
  })

  test('what both changed stays as I typed it and is named', () => {
    const merged = mergeValues(base, { ...base, version: '1.9.1' }, { ...base, version: '1.9.2' })
    expect(merged).toEqual({ values: { ...base, version: '1.9.1' }, both: ['version'] })
  })

  test('the same change twice is no conflict', () => {
    const changed = { ...base, enabled: false }
    expect(mergeValues(base, changed, changed)).toEqual({ values: changed, both: [] })
  })
})

test('the hints know what the API takes', () => {
  expect(validation.version(' 1.9.0-beta1 ')).toBeNull()
  expect(validation.version('v1.9.0')).toContain('N.N.N')
  expect(validation.archs.url('ftp://a')).toContain('https://')
  expect(validation.archs.sha(sha.slice(1))).toContain('64')
})
