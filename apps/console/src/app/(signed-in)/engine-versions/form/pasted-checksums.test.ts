import { expect, test } from 'vitest'
import { filledBy, linesIn, takenApart } from './pasted-checksums'
import { emptyArchive, type Archive } from './values'

const [a, b] = ['a'.repeat(64), 'b'.repeat(64)]
const linux = 'engine_1.9.0_linux_amd64.zip'
const darwin = 'engine_1.9.0_darwin_arm64.zip'
const sums = `${a}  ${linux}\r\n${b.toUpperCase()} *${darwin}\n${a}  engine_1.9.0_manifest.json\nnonsense\n`

const archive = (os: string, arch: string, sha: string, url = ''): Archive => ({ os, arch, url, sha })

test('pasted checksums fill the version and an archive for each platform', () => {
  expect(filledBy(sums, { version: '', archs: [emptyArchive] }, '')).toEqual({
    version: '1.9.0',
    archs: [archive('linux', 'amd64', a), archive('darwin', 'arm64', b)],
  })
})

test('addresses follow from the folder that is typed, or from one that is known', () => {
  const folder = 'https://files.example/1.9.0'
  const urls = [`${folder}/${linux}`, `${folder}/${darwin}`]
  const urlsOf = (archs: readonly Archive[] = []) => archs.map(({ url }) => url)
  expect(urlsOf(filledBy(sums, { version: '', archs: [emptyArchive] }, folder)?.archs)).toEqual(urls)
  const known = [archive('linux', 'amd64', '', `${folder}/${linux}`)]
  expect(urlsOf(filledBy(sums, { version: '', archs: known }, '')?.archs)).toEqual(urls)
})

test('archives that are typed stay; those of another version are not taken', () => {
  const other = archive('windows', 'amd64', b, 'https://files.example/w.zip')
  expect(filledBy(sums, { version: '1.9.0', archs: [other] }, '')?.archs).toContainEqual(other)
  expect(filledBy(sums, { version: '1.8.0', archs: [other] }, '')).toBeUndefined()
  expect(filledBy('hello', { version: '', archs: [] }, '')).toBeUndefined()
})

test('a line that is pasted as a checksum is taken apart', () => {
  expect(takenApart(emptyArchive, `${b}  ${darwin}`)).toEqual(archive('darwin', 'arm64', b))
  expect(takenApart(emptyArchive, `${b}  engine.zip`)).toEqual({ ...emptyArchive, sha: b })
  expect(takenApart(emptyArchive, b)).toBeUndefined()
  expect(linesIn(sums)).toHaveLength(3)
})
