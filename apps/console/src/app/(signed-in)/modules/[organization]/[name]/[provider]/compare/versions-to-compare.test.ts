import { expect, test } from 'vitest'
import { versionsToCompare } from './versions-to-compare'

const module = {
  newestVersion: { version: '1.1.0' },
  versions: {
    nodes: [
      { version: '2.0.0-rc.1', status: 'OK' },
      { version: '1.2.0', status: 'PENDING' },
      { version: '1.1.0', status: 'OK' },
      { version: '1.0.1', status: 'FAILED' },
      { version: '1.0.0', status: 'OK' },
    ],
  },
}

test('the newest version is compared with the published one before it', () => {
  expect(versionsToCompare(module, {})).toEqual({ from: '1.0.0', to: '1.1.0' })
})

test('the address names other ones, both or the one to look at', () => {
  expect(versionsToCompare(module, { to: '2.0.0-rc.1' })).toEqual({ from: '1.1.0', to: '2.0.0-rc.1' })
  expect(versionsToCompare(module, { from: '1.1.0', to: '1.0.0' })).toEqual({ from: '1.1.0', to: '1.0.0' })
})

test('there is nothing to compare the first one with', () => {
  expect(versionsToCompare(module, { to: '1.0.0' })).toBeUndefined()
  expect(versionsToCompare({ newestVersion: null, versions: { nodes: [] } }, {})).toBeUndefined()
})
