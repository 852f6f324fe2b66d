import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StateDot, type Tone } from './state-dot'

const tones: readonly Tone[] = ['good', 'idle', 'warning', 'bad']
const shown = (tone: Tone, quiet = false) =>
  renderToStaticMarkup(createElement(MantineProvider, null, StateDot({ tone, quiet, children: 'Enabled' })))
const shapeOf = (markup: string) => /<svg[^>]*>(.*?)<\/svg>/.exec(markup)?.[1]

test('each tone has a shape of its own, so that it is read without colour', () => {
  expect(new Set(tones.map((tone) => shapeOf(shown(tone)))).size).toBe(tones.length)
})

test('what goes without saying stands back, and is still said', () => {
  const quiet = shown('good', true)
  expect(quiet).toContain('data-quiet="true"')
  expect(quiet).toContain('>Enabled<')
  expect(shown('good')).not.toContain('data-quiet')
})
