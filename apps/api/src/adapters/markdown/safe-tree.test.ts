import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReadmeNode } from '../../domain/registry-modules/readme-tree.js'
import { safeTree } from './safe-tree.mjs'

const fragments = [
  ...[
    '<details>',
    '</details>',
    '<summary>a</summary>',
    '<img src="a.png" alt="b">',
    '<img src=x onerror=y>',
  ],
  ...['<script>', '<a href="javascript:x">', '<p align="center">', '<br>', '<svg onload=x>', '<!--', '-->'],
  ...['[a](../b)', '![a](/b.gif)', '![a](c.svg)', '[a](#b)', '[a](javascript:b)', '![](data:image/png;b)'],
  ...[
    '> [!NOTE]\n',
    '> ',
    '# a',
    '```hcl\n',
    '```',
    'a = "${b',
    '- ',
    '| a |\n| - |\n',
    '\n',
    '\n\n',
    ' ',
    '*',
  ],
]

const tags = new Set(
  'a blockquote br code del details em h1 h2 h3 h4 h5 h6 hr img li ol p pre span strong summary sup table tbody td th thead tr ul'.split(
    ' ',
  ),
)

const attributes: Readonly<Record<string, (value: unknown) => boolean>> = {
  href: (value) => /^(https?|mailto):/i.test(String(value)),
  path: (value) => !/(^|\/)\.\.(\/|$)|^\/|\\|:.*\//.test(String(value)),
  anchor: (value) => /^[\p{L}\p{N}_-]+$/u.test(String(value)),
  id: (value) => /^[\p{L}\p{N}_-]+$/u.test(String(value)),
  alt: (value) => typeof value === 'string',
  kind: (value) => /^[a-z]+$/.test(String(value)),
  start: (value) => typeof value === 'number',
  align: (value) => /^(left|center|right)$/.test(String(value)),
}

function check(nodes: readonly ReadmeNode[]): void {
  for (const node of nodes) {
    if (typeof node === 'string') continue
    const { tag, children = [], ...others } = node
    expect(tags).toContain(tag)
    for (const [name, value] of Object.entries(others))
      expect(attributes[name]?.(value), `${name}=${String(value)}`).toBe(true)
    check(children)
  }
}

test('whatever is written, a tree holds nothing but known elements with known attributes', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...fragments), fc.string()), { maxLength: 40 }), (parts) =>
      check(safeTree(parts.join(''), 'modules/net')),
    ),
    { numRuns: 300 },
  )
})

test('the constraints of versions keep their tildes, and two tildes strike out', () => {
  const text = JSON.stringify(safeTree('(~> 1.3) or (~> 1.5), ~~not 2.0~~', ''))
  expect(text).toContain('(~> 1.3) or (~> 1.5), ')
  expect(text).toContain('del')
})
