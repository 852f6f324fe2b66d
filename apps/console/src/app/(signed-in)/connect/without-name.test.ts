import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WithoutName } from './without-name'

const shown = (isAdministrator: boolean): string =>
  renderToStaticMarkup(createElement(WithoutName, { isAdministrator })).replace(/<[^>]+>/g, '')

test('a site whose CLI has no name says which setting is missing, and who sets it', () => {
  expect(shown(true)).toContain('set ENGINE_ALIASES to the name of its command, and start the API again.')
  expect(shown(false)).toContain('ask a site administrator to set ENGINE_ALIASES.')
})
