import { expect, test } from 'vitest'
import { foldReleases } from './releases'

type Event = Parameters<typeof foldReleases>[0][number]

const event = (action: string, name: string, minute: number, actor = 'user-1'): Event => ({
  action,
  actor: { id: actor, type: 'USER', name: 'ada' },
  target: { id: 'id-1', type: action.slice(0, action.indexOf('.')), name },
  at: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(),
})

const release = (number: string, minute: number, actor?: string): Event[] => {
  const version = `acme/cloud ${number}`
  return [
    event('registry-provider-version.publish', version, minute + 3, actor),
    event('registry-provider-platform.upload', `${version} linux/amd64`, minute + 2, actor),
    event('registry-provider-platform.create', `${version} linux/amd64`, minute + 1, actor),
    event('registry-provider-version.upload', version, minute + 1, actor),
    event('registry-provider-version.create', version, minute, actor),
  ]
}

const linesOf = (events: readonly Event[]) =>
  foldReleases(events).map(({ event: { action, target }, others }) => [action, target.name, others.length])

test('the steps of a release are one line, for which its publication stands', () => {
  const lines = [['registry-provider-version.publish', 'acme/cloud 1.0.0', 4]]
  expect(linesOf(release('1.0.0', 0))).toEqual(lines)
  expect(linesOf(release('1.0.0', 0).toReversed())).toEqual(lines)
})

test('two releases, two people and a step of another day are told apart', () => {
  expect(linesOf([...release('1.1.0', 10), ...release('1.0.0', 0)])).toHaveLength(2)
  expect(linesOf([...release('1.0.0', 10, 'user-2'), ...release('1.0.0', 0)])).toHaveLength(2)
  const later = event('registry-provider-platform.upload', 'acme/cloud 1.0.0 darwin/arm64', 3000)
  expect(linesOf([later, ...release('1.0.0', 0)])).toHaveLength(2)
})

test('a release that is not published is told by its last step, and every other change by itself', () => {
  const [, ...unpublished] = release('1.0.0', 0)
  expect(linesOf(unpublished)).toEqual([
    ['registry-provider-platform.upload', 'acme/cloud 1.0.0 linux/amd64', 3],
  ])
  const changes = [
    event('registry-provider-version.deprecate', 'acme/cloud 1.0.0', 4),
    event('registry-provider-version.restore', 'acme/cloud 1.0.0', 3),
  ]
  expect(linesOf(changes)).toHaveLength(2)
})
