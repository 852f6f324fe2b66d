import { expect, test } from 'vitest'
import { moduleArchive, modulePicture } from '../paths'
import { exportTarget, listExportTarget, moduleFileTarget, uploadTarget } from './targets'

const target = (query: string) => exportTarget(new URLSearchParams(query))

test('an export is fetched in the form that is asked for, with every filter', () => {
  expect(target('format=csv')).toBe('/api/exports/audit-events.csv?')
  expect(target('format=jsonl&q=a%26b&filter[organization]=acme')).toBe(
    '/api/exports/audit-events.jsonl?q=a%26b&filter%5Borganization%5D=acme',
  )
})

test.each(['', 'format=xml', 'format=../../../v2/account/details', 'format=csv/../x'])(
  '%j is no export',
  (query) => {
    expect(target(query)).toBeUndefined()
  },
)

test('a list is fetched as a file by its name, with the variables of its query', () => {
  const listTarget = (query: string) => listExportTarget(new URLSearchParams(query))
  expect(listTarget('list=site-workspaces&variables={"name":"a%26b"}')).toBe(
    '/graphql/exports/site-workspaces.csv?variables=%7B%22name%22%3A%22a%26b%22%7D',
  )
  expect(listTarget('list=users')).toBe('/graphql/exports/users.csv?variables=%7B%7D')
  for (const query of ['', 'list=', 'list=../x', 'list=users.csv', 'list=Users', 'list=-'])
    expect(listTarget(query), query).toBeUndefined()
})

const path = '/api/uploads/object/modver-0123456789abcdef?e=1&s=x%2Fy'

test('of an upload link only path and query count, wherever the API is reached', () => {
  expect(uploadTarget(`http://localhost:4000${path}`)).toBe(path)
  expect(uploadTarget(`https://other.example${path}`)).toBe(path)
})

test('so do files of public providers that are imported, and nothing beside them', () => {
  const file =
    '/api/uploads/provider-imports/r.example%3A8443/acme/cloud/1.0.0%2Bb/x-provider-cloud_1.0.0_SHA256SUMS.sig?e=1'
  expect(uploadTarget(`http://localhost:4000${file}`)).toBe(file)
  for (const path of [
    'r.example/acme/cloud/1.0.0',
    'r.example/../cloud/1.0.0/a.zip',
    'r.example/a/b/1.0.0/a.zip/more',
  ])
    expect(uploadTarget(`http://localhost:4000/api/uploads/provider-imports/${path}`), path).toBeUndefined()
})

test('so do sources that are checked before they are published', () => {
  const check = '/api/uploads/checks/mod-0123456789abcdef/1.0.0-rc.1%2Bb?e=1'
  expect(uploadTarget(`http://localhost:4000${check}`)).toBe(check)
  expect(uploadTarget('http://localhost:4000/api/uploads/checks/mod-0123456789abcdef/a/b')).toBeUndefined()
})

test('so do the files of providers', () => {
  const zip = '/api/uploads/providers/provpltfrm-0123456789abcdef/binary?e=1'
  expect(uploadTarget(`http://localhost:4000${zip}`)).toBe(zip)
  const checksums = '/api/uploads/providers/provver-0123456789abcdef/shasums-sig?e=1'
  expect(uploadTarget(`http://localhost:4000${checksums}`)).toBe(checksums)
})

test('nothing else is an upload link', () => {
  for (const link of [
    null,
    '',
    path,
    'http://localhost:4000/graphql',
    'http://localhost:4000/api/uploads/object/modver-1/../../../graphql',
    'http://localhost:4000/api/uploads/object/modver-1%2F..%2Fx',
    'http://localhost:4000/api/uploads/object/',
  ])
    expect(uploadTarget(link), String(link)).toBeUndefined()
})

const targetOf = (address: string): string | undefined =>
  moduleFileTarget(new URL(address, 'http://console.example').searchParams)

const module = { namespace: 'acme', name: 'network', provider: 'aws' }
const base = '/api/registry/v1/module-files/acme/network/aws/1.0.0%2Bb'

test('a picture and an archive are fetched as the pages name them', () => {
  expect(targetOf(modulePicture(module, { version: '1.0.0+b', path: 'docs/a b.png' }))).toBe(
    `${base}/picture?path=docs%2Fa+b.png`,
  )
  expect(targetOf(moduleArchive(module, '1.0.0+b'))).toBe(`${base}/archive`)
})

test('no part of a name leads to another path', () => {
  for (const name of ['', '.', '..'])
    expect(targetOf(moduleArchive({ ...module, name }, '1.0.0')), name).toBeUndefined()
  expect(targetOf(moduleArchive({ ...module, name: '../../x?y#z' }, '1.0.0'))).toBe(
    '/api/registry/v1/module-files/acme/..%2F..%2Fx%3Fy%23z/aws/1.0.0/archive',
  )
  expect(targetOf('/x?namespace=acme&name=network&provider=aws')).toBeUndefined()
})
