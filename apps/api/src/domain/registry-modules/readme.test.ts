import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { firstParagraph } from './readme.js'

rule('§7 detail', 'The first paragraph of a README is its first prose')
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

// Read in the square of its length, one of these would take minutes.
test.each(['[', '<', '*', '![a](', '```\n', ' \n'])('a megabyte of %j is read like any other', (part) => {
  expect(firstParagraph(part.repeat(1_000_000 / part.length)).length).toBeLessThanOrEqual(300)
})
