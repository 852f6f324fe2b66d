import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { userText } from './user-text'

test('a given text cannot turn what stands beside it, alone or among other texts', () => {
  expect(renderToStaticMarkup(userText('a\u202Eb'))).toBe('<bdi>a[U+202E]b</bdi>')
  expect(renderToStaticMarkup(createElement('p', {}, userText(['by ', 'a\u202Eb', 1])))).toBe(
    '<p>by a[U+202E]b1</p>',
  )
})
