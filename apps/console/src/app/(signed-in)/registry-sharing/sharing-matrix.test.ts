import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SharingMatrix } from './sharing-matrix'

test('a matrix says in the cell of two organizations what the one shares with the other, also without colour', () => {
  const page = renderToStaticMarkup(
    createElement(
      MantineProvider,
      null,
      createElement(SharingMatrix, {
        label: 'Who shares with whom',
        producers: [{ key: 'a', text: 'a' }],
        consumers: [
          { key: 'y', text: 'y' },
          { key: 'z', text: 'z' },
        ],
        lines: [{ column: 0, from: 'a', to: 'z', tone: 3 }],
        legend: ['Modules', 'Providers', 'Modules and providers'],
      }),
    ),
  )
  expect(page).toContain('title="Modules and providers: a with z"')
  expect(page).toContain('>MP<')
  expect(page).not.toContain('a with y')
})
