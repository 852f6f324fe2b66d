import { expect, test } from 'vitest'
import { uploadTarget } from './upload-target'

const path = '/api/uploads/object/modver-0123456789abcdef?e=1&s=x%2Fy'

test('of an upload link only path and query count, wherever the API is reached', () => {
  expect(uploadTarget(`http://localhost:4000${path}`)).toBe(path)
  expect(uploadTarget(`https://other.example${path}`)).toBe(path)
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
