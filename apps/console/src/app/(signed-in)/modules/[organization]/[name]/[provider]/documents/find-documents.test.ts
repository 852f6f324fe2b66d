import { expect, test } from 'vitest'
import { documentsAmong } from './find-documents'

const files = (...paths: string[]) => paths.map((path) => ({ path, isFolder: false }))

test('changelog and licence are found by their names, in any case', () => {
  expect(documentsAmong(files('main.tf', 'CHANGELOG.md', 'LICENSE'))).toEqual({
    changelog: 'CHANGELOG.md',
    licence: 'LICENSE',
  })
  expect(documentsAmong(files('Licence.txt')).licence).toBe('Licence.txt')
  expect(documentsAmong(files('COPYING')).licence).toBe('COPYING')
  expect(documentsAmong(files('LICENSE-APACHE')).licence).toBe('LICENSE-APACHE')
})

test('a folder of such a name is none, nor is a file that begins with it', () => {
  expect(
    documentsAmong([{ path: 'license', isFolder: true }, ...files('licenses.tf', 'changelogs.md')]),
  ).toEqual({})
})
