import { expect, test } from 'vitest'
import { missingOf } from './version-state'

const empty = {
  published: false,
  publicationError: null,
  deprecation: null,
  endOfLife: null,
  shasumsUploaded: false,
  shasumsSigUploaded: false,
  platforms: [],
}

test('what a version waits for is said in words', () => {
  expect(missingOf(empty)).toEqual(['the checksums', 'their signature', 'a platform'])
  const platforms = ['1', '2', '3'].map((id) => ({ id, providerBinaryUploaded: id === '1' }))
  expect(missingOf({ ...empty, shasumsUploaded: true, platforms })).toEqual(['their signature', '2 zips'])
})

test('nothing is missing once all files are there', () => {
  const platforms = [{ id: '1', providerBinaryUploaded: true }]
  expect(missingOf({ ...empty, shasumsUploaded: true, shasumsSigUploaded: true, platforms })).toEqual([])
})
