import { expect, test } from 'vitest'
import { checksumOf, platformIn } from './zip-facts'

test('the name of a zip tells its platform', () => {
  expect(platformIn('engine-provider-ipam_1.2.0_linux_amd64.zip')).toEqual({ os: 'linux', arch: 'amd64' })
  expect(platformIn('ipam_1.2.0-beta1_darwin_arm64.zip')).toEqual({ os: 'darwin', arch: 'arm64' })
  expect(platformIn('ipam.zip')).toBeUndefined()
})

test('the checksum of a file is its SHA-256', async () => {
  expect(await checksumOf(new Blob(['abc']))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
})
