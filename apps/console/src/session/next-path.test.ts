import { expect, test } from 'vitest'
import { safeNextPath } from './next-path'

test('a page of the console is gone back to, with its query and fragment', () => {
  for (const next of [
    '/',
    '/engine-versions?search=1.9&page=2',
    '/engine-versions/tool-1?dialog=deprecate#x',
  ])
    expect(safeNextPath(next)).toBe(next)
})

test('a user who signs in to join comes back to the invitation', () => {
  expect(safeNextPath('/invitations/engv_secret')).toBe('/invitations/engv_secret')
})

test('nothing leads to another host', () => {
  const foreign = [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example',
    'evil.example',
    'javascript:alert(1)',
    ' /engine-versions',
    '//user@evil.example/',
  ]
  for (const next of foreign) expect(safeNextPath(next), JSON.stringify(next)).toBe('/')
})

test('a slash that is only encoded stays a path', () => {
  expect(safeNextPath('/%2Fevil.example')).toBe('/%2Fevil.example')
})

test('sign-in, set-up and the endpoints are no place to go back to', () => {
  for (const next of ['/sign-in?next=/x', '/set-up', '/console/sign-out', '', null, undefined])
    expect(safeNextPath(next)).toBe('/')
})
