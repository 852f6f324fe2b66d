import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ReadmeFragment } from '~/data/generated/graphql'
import { Readme } from './readme'

const markup = (readme: ReadmeFragment): string =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(Readme, { readme }))).replace(
    /<style.*?<\/style>/gs,
    '',
  )

const laidOut = (...tree: unknown[]): string => markup({ tree, refusal: null, beginning: null })

test('what is no element of ours is only its text, and no attribute is taken over', () => {
  for (const tag of ['script', 'iframe', 'img', 'input', 'style', 'svg', 'constructor', '__proto__'])
    expect(laidOut('a', { tag, src: 'x', children: ['b'] }), tag).toContain('>ab</div>')
  const odd = laidOut({ tag: 'p', onclick: 'x()', style: 'x', dangerouslySetInnerHTML: { __html: '<b>' } })
  expect(odd).toContain('<p></p>')
  expect(laidOut('<script>alert(1)</script>')).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
})

test('links lead outside by http, https and mail alone', () => {
  const link = (href: string): string => laidOut({ tag: 'a', href, children: ['a'] })
  expect(link('https://a.example/x')).toContain(
    '<a href="https://a.example/x" rel="noreferrer nofollow">a</a>',
  )
  for (const href of ['javascript:alert(1)', 'data:text/html,x', './docs/a.md', '#part', '//evil.example'])
    expect(link(href), href).not.toContain('<a ')
})

test('tables, lists and code are shown, headings below those of the page', () => {
  const shown = laidOut(
    { tag: 'h1', children: ['One'] },
    {
      tag: 'table',
      children: [
        {
          tag: 'tbody',
          children: [{ tag: 'tr', children: [{ tag: 'td', align: 'right', children: ['b'] }] }],
        },
      ],
    },
    { tag: 'ol', start: 3, children: [{ tag: 'li', children: ['☑ done'] }] },
    { tag: 'pre', children: [{ tag: 'code', children: ['x = "<b>"'] }] },
    { tag: 'p', children: ['a', { tag: 'br' }, 'b'] },
  )
  for (const part of [
    ...['<h3>One</h3>', '<td data-align="right">b</td>', '<ol start="3"><li>☑ done</li></ol>'],
    ...['<code>x = &quot;&lt;b&gt;&quot;</code>', '<p>a<br/>b</p>'],
  ])
    expect(shown).toContain(part)
})

test('one that could not be laid out is shown as it is written, with the reason', () => {
  const shown = markup({ tree: null, refusal: 'TOO_LARGE', beginning: '| <b> |' })
  expect(shown).toContain('too large to be laid out')
  expect(shown).toContain('| &lt;b&gt; |')
  expect(shown).not.toContain('<b>')
})
