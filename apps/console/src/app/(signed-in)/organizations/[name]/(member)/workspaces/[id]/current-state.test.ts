import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EngineAndState } from './engine-and-state'
import type { FoundState, FoundWorkspace } from './queries'
import { Resources } from './resources'

const state = {
  ...{ serial: 4, size: 200, engineVersion: null, createdAt: '2026-03-01T12:00:00.000Z' },
  ...{ createdBy: { name: 'ana' }, warnings: [], resources: [] },
}

const workspace = { engineVersion: 'latest', resolvedEngineVersion: '1.11.4' } as FoundWorkspace

const shown = (facts: object): string => {
  const props = { state: { ...state, ...facts } as unknown as FoundState }
  const page = createElement(
    MantineProvider,
    null,
    createElement(EngineAndState, { workspace, ...props }),
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

test.each([
  ['1.10.5', 'Differs: 1.10.5 wrote the state'],
  ['1.12.0', 'Differs: the newer 1.12.0 wrote the state'],
])('the chosen engine version leads, and a state of %s is told as different', (engineVersion, words) => {
  const page = shown({ form: 'COUNTED', resourceCount: 0, engineVersion })
  expect(page).toContain('latest → 1.11.4')
  expect(page).toContain(words)
})

test('a state of the chosen engine version says nothing of it', () => {
  expect(shown({ form: 'COUNTED', resourceCount: 0, engineVersion: '1.11.4' })).not.toContain('Differs')
})
