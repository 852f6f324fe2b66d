import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CurrentStateLine } from './current-state-line'
import type { FoundState } from './queries'
import { Resources } from './resources'

const state = {
  ...{ serial: 4, size: 200, engineVersion: null, createdAt: '2026-03-01T12:00:00.000Z' },
  ...{ createdBy: { name: 'ana' }, warnings: [], resources: [] },
}

const shown = (facts: object): string => {
  const props = { state: { ...state, ...facts } as unknown as FoundState }
  const page = createElement(
    MantineProvider,
    null,
    createElement(CurrentStateLine, props),
    createElement(Resources, { workspaceId: 'ws-1', ...props }),
  )
  return renderToStaticMarkup(page).replace(/<style.*?<\/style>/gs, '')
}

test.each([
  ['ENCRYPTED', 'encrypted by the client', 'Encrypted by the client'],
  ['UNKNOWN', 'resources not readable here', 'Not readable here'],
])('a state of the form %s is told as that, and never as empty', (form, line, title) => {
  const page = shown({ form, resourceCount: null })
  expect(page).toContain(line)
  expect(page).toContain(title)
  expect(page).not.toContain('No resources')
})

test('a state that holds nothing is told as empty', () => {
  const page = shown({ form: 'COUNTED', resourceCount: 0 })
  expect(page).toContain('0 resources')
  expect(page).toContain('No resources')
})
