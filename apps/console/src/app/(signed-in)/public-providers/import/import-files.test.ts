import { expect, test } from 'vitest'
import { importFilesOf } from './import-files'

const open = async () => new File([], 'it')
const picked = (name: string, ...paths: string[]) =>
  importFilesOf({ name, files: paths.map((path) => ({ path, open })) })

const zip = (name: string, platform = 'linux_amd64') => `any-provider-${name}_1.2.0_${platform}.zip`

test('the folders of a mirror say of which provider each file is', () => {
  const { files, others } = picked(
    'mirror',
    `registry.example/acme/cloud/${zip('cloud')}`,
    'registry.example/acme/cloud/index.json',
    'registry.example/acme/cloud/1.2.0.json',
    `registry.example/acme/dns/${zip('dns', 'darwin_arm64')}`,
  )
  expect(files.map(({ address, version, platform, kind }) => ({ address, version, platform, kind }))).toEqual(
    [
      {
        address: { origin: 'registry.example', namespace: 'acme', name: 'cloud' },
        ...{ version: '1.2.0', platform: 'linux/amd64', kind: 'zip' },
      },
      {
        address: { origin: 'registry.example', namespace: 'acme', name: 'dns' },
        ...{ version: '1.2.0', platform: 'darwin/arm64', kind: 'zip' },
      },
    ],
  )
  expect(others).toBe(2)
})

test('the folder of a host says it too, and files without folders do not', () => {
  expect(picked('registry.example', `acme/cloud/${zip('cloud')}`).files[0]?.address).toEqual({
    ...{ origin: 'registry.example', namespace: 'acme', name: 'cloud' },
  })
  const { files, name } = picked('downloads', zip('cloud'), `some/folder/${zip('cloud', 'darwin_arm64')}`)
  expect(files.map(({ address }) => address)).toEqual([undefined, undefined])
  expect(name).toBe('cloud')
})

test('keys, checksums and their signature are sent before the zips', () => {
  const sums = 'cloud_1.2.0-beta.1_SHA256SUMS'
  const { files } = picked('cloud', zip('cloud'), `${sums}.sig`, `${sums}.asc`, sums, 'notes.txt')
  expect(files.map(({ kind }) => kind)).toEqual(['keys', 'shasums', 'signature', 'zip'])
  expect(files[0]).toMatchObject({ version: '1.2.0-beta.1', platform: undefined })
})

test('of very many files the first are imported, and the others are counted apart', () => {
  const many = Array.from({ length: 2001 }, (_, n) => `a/b/any-provider-cloud_1.${n}.0_linux_amd64.zip`)
  const { files, others, beyond } = picked('registry.example', 'notes.txt', ...many)
  expect([files.length, others, beyond]).toEqual([1999, 1, 2])
})
