import { expect, test } from 'vitest'
import { kindOf } from './warm-pages'

const here = 'https://console.example.com/modules?page=2'

test('pages of one kind have the same scripts, whatever they are about', () => {
  const kinds = (...addresses: string[]) => new Set(addresses.map((address) => kindOf(address, here))).size
  expect(kinds('/modules/acme/network/aws', '/modules/globex/dns/azure?tab=usage')).toBe(1)
  expect(kinds('/organizations/acme/teams/team-1', '/organizations/globex/teams/team-2')).toBe(1)
  expect(kinds('/organizations/acme/teams', '/organizations/acme/members', '/organizations/acme')).toBe(3)
  expect(kinds('/modules/a/b/c', '/modules/a/b/c/compare', '/modules/a/b/c/files')).toBe(3)
})

test('what is no page of the console is of no kind', () => {
  expect(kindOf('https://elsewhere.example.com/', here)).toBeUndefined()
  expect(kindOf('/console/sign-out', here)).toBeUndefined()
})
