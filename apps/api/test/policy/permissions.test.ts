import { expect, test } from 'vitest'
import { organizationGrants, permissions, siteGrants } from '../../src/kernel/permissions.js'

/** One line a permission, one column a role. */
function matrix(grants: Record<string, readonly string[]>): string {
  const roles = Object.keys(grants)
  const rows = permissions.map((permission) => {
    const marks = roles.map((role) => (grants[role]?.includes(permission) ? 'yes' : '-').padEnd(20))
    return `${permission.padEnd(30)}${marks.join('')}`.trimEnd()
  })
  return [`${''.padEnd(30)}${roles.map((role) => role.padEnd(20)).join('')}`.trimEnd(), ...rows].join('\n')
}

test('the whole policy, role by permission, changes only in plain sight', async () => {
  const text = `On the site\n${matrix(siteGrants)}\n\nIn an organization\n${matrix(organizationGrants)}\n`
  await expect(text).toMatchFileSnapshot('permissions.golden.txt')
})

test('the list of permissions is in alphabetical order', () => {
  expect([...permissions]).toEqual([...permissions].sort())
})
