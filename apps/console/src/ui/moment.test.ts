import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type ListPreferences, usualPreferences } from './lists/list-preferences'
import { ListPreferencesProvider } from './lists/list-preferences-provider'
import { dayText, ListMoment, shortDayText } from './moment'

test('a day reads alike, whether a moment or a day is given', () => {
  expect([dayText('2026-11-26'), dayText('2026-11-26T23:59:59.000Z')]).toEqual(['26 Nov 2026', '26 Nov 2026'])
  expect(shortDayText('2026-11-26')).toBe('26 Nov')
})

function inList(at: string | null, times: ListPreferences['times']): string {
  const initial = { ...usualPreferences, times }
  const List = () =>
    ListPreferencesProvider({ owner: 'one', initial, children: createElement(ListMoment, { at }) })
  return renderToStaticMarkup(createElement(MantineProvider, null, createElement(List)))
}

test('a list tells how long ago something was, or when for those who chose that', () => {
  const at = '2020-01-31T10:20:30.000Z'
  expect(inList(at, 'relative')).toMatch(/title="31 Jan 2020, 10:20:30 UTC">\d+ years ago</)
  expect(inList(at, 'exact')).toContain('>31 Jan 2020, 10:20<')
})

test('what has not happened is one sign, and a word for those who do not see it', () => {
  expect(inList(null, 'relative')).toMatch(/<span aria-hidden="true">–<\/span>.*none/)
})
