import { describe, expect, test } from 'vitest'
import {
  type Archive,
  emptyArchive,
  emptyValues,
  filledBy,
  type FormValues,
  linesIn,
  takenApart,
  tidy,
  updateInputOf,
  validation,
} from './values'

const sha = 'a'.repeat(64)
const archive = { os: 'linux', arch: 'amd64', url: 'https://a.example/e.zip', sha }
const base: FormValues = { ...emptyValues, version: '1.9.0', archs: [archive] }
const read = { id: 'tool-1', updatedAt: '2026-11-01T00:00:00.000Z' }

test('pasted spaces and capital letters of a checksum do not reach the API', () => {
  const archs = [{ os: ' linux ', arch: 'amd64', url: ` ${archive.url}\n`, sha: ` ${sha.toUpperCase()} ` }]
  expect(tidy({ ...base, version: ' 1.9.0 ', archs })).toMatchObject({
    version: '1.9.0',
    archs: [archive],
  })
})

test('a reason typed before the version was declared fit again is not sent', () => {
  expect(tidy({ ...base, deprecatedReason: 'old' })).toMatchObject({ deprecatedReason: '' })
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

const [a, b] = ['a'.repeat(64), 'b'.repeat(64)]
const linux = 'engine_1.9.0_linux_amd64.zip'
const darwin = 'engine_1.9.0_darwin_arm64.zip'
const sums = `${a}  ${linux}\r\n${b.toUpperCase()} *${darwin}\n${a}  engine_1.9.0_manifest.json\nnonsense\n`

const made = (os: string, arch: string, sha: string, url = ''): Archive => ({ os, arch, url, sha })

test('pasted checksums fill the version and an archive for each platform', () => {
  expect(filledBy(sums, { version: '', archs: [emptyArchive] }, '')).toEqual({
    version: '1.9.0',
    archs: [made('linux', 'amd64', a), made('darwin', 'arm64', b)],
  })
})

test('addresses follow from the folder that is typed, or from one that is known', () => {
  const folder = 'https://files.example/1.9.0'
  const urls = [`${folder}/${linux}`, `${folder}/${darwin}`]
  const urlsOf = (archs: readonly Archive[] = []) => archs.map(({ url }) => url)
  expect(urlsOf(filledBy(sums, { version: '', archs: [emptyArchive] }, folder)?.archs)).toEqual(urls)
  const known = [made('linux', 'amd64', '', `${folder}/${linux}`)]
  expect(urlsOf(filledBy(sums, { version: '', archs: known }, '')?.archs)).toEqual(urls)
})

test('archives that are typed stay; those of another version are not taken', () => {
  const other = made('windows', 'amd64', b, 'https://files.example/w.zip')
  expect(filledBy(sums, { version: '1.9.0', archs: [other] }, '')?.archs).toContainEqual(other)
  expect(filledBy(sums, { version: '1.8.0', archs: [other] }, '')).toBeUndefined()
  expect(filledBy('hello', { version: '', archs: [] }, '')).toBeUndefined()
})

test('a line that is pasted as a checksum is taken apart', () => {
  expect(takenApart(emptyArchive, `${b}  ${darwin}`)).toEqual(made('darwin', 'arm64', b))
  expect(takenApart(emptyArchive, `${b}  engine.zip`)).toEqual({ ...emptyArchive, sha: b })
  expect(takenApart(emptyArchive, b)).toBeUndefined()
  expect(linesIn(sums)).toHaveLength(3)
})
