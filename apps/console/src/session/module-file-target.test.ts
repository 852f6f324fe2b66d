import { expect, test } from 'vitest'
import { modulePicture, moduleArchive } from '../paths'
import { moduleFileTarget } from './module-file-target'

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
