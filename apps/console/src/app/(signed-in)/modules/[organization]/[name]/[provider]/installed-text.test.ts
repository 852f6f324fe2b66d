import { expect, test } from 'vitest'
import { installedText } from './installed-text'

test('the use of all versions is told in one sentence', () => {
  expect(
    installedText([
      { workspaces: 1, behind: 0 },
      { workspaces: 2, behind: 2 },
    ]),
  ).toBe('Used by 3 workspaces, 2 of them behind the newest version.')
  expect(installedText([{ workspaces: 1, behind: 0 }])).toBe('Used by 1 workspace.')
  expect(installedText([])).toMatch(/^No workspace is known to use it\./)
})
