import { expect, test } from 'vitest'
import { firstParagraph } from './readme.js'

test.each([
  ['# Title\n\nThe text.\n\nMore.', 'The text.'],
  ['Title\n=====\n\nThe **bold** `code` text\nof [two](x) lines.', 'The bold code text of two lines.'],
  ['# Title\r\n\r\nWindows.\r\n', 'Windows.'],
  ['# T\n[![a](b)](c) ![d](e)\n\n<!-- hidden\n\ntext -->\n<p align="center"><b>Shown</b></p>', 'Shown'],
  [
    '---\ntitle: x\n---\n\n- a list\n\n> a quote\n\n```\ncode\n```\n\n| a | b |\n|---|---|\n\nProse.',
    'Prose.',
  ],
  ['# Title\nstraight below', 'straight below'],
  ['', ''],
  ['# only a title', ''],
  ['<!-- never closed', ''],
])('the first paragraph of %j is %j', (readme, paragraph) => {
  expect(firstParagraph(readme)).toBe(paragraph)
})

test('a long one is cut', () => {
  const cut = firstParagraph('word '.repeat(200))
  expect(cut).toHaveLength(300)
  expect(cut.endsWith('…')).toBe(true)
})

test('a README made to be slow is read in no time', () => {
  const start = performance.now()
  for (const text of [
    '['.repeat(100_000),
    '<'.repeat(100_000),
    '*'.repeat(100_000),
    '![a]('.repeat(20_000),
    '```\n'.repeat(25_000),
    ' \n'.repeat(50_000),
  ])
    firstParagraph(text)
  expect(performance.now() - start).toBeLessThan(2000)
})
