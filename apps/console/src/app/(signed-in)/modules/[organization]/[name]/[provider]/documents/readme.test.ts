import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ReadmeFragment } from '~/data/generated/graphql'
import { contentsOf, Readme } from './readme'

const archive = { module: { namespace: 'acme', name: 'network', provider: 'aws' }, version: '1.0.0' }

const markup = (readme: ReadmeFragment): string =>
  renderToStaticMarkup(
    createElement(MantineProvider, null, createElement(Readme, { readme, archive })),
  ).replace(/<style.*?<\/style>/gs, '')

const laidOut = (...tree: unknown[]): string => markup({ tree, refusal: null, beginning: null })

test('what is no element of ours is only its text, and no attribute is taken over', () => {
  for (const tag of ['script', 'iframe', 'input', 'style', 'svg', 'constructor', '__proto__'])
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

test('pictures come from the archive alone, and headings have names that no element of the page has', () => {
  expect(laidOut({ tag: 'img', path: 'docs/a b.png', alt: '"x" onload=y' })).toContain(
    '<img src="/console/module-file?namespace=acme&amp;name=network&amp;provider=aws&amp;version=1.0.0&amp;path=docs%2Fa+b.png" alt="&quot;x&quot; onload=y" loading="lazy"/>',
  )
  expect(laidOut({ tag: 'img', src: 'https://evil.example/a.png' })).not.toContain('<img')
  expect(laidOut({ tag: 'h2', id: 'main', children: ['Main'] })).toContain('<h3 id="readme-main">Main</h3>')
})

test('callouts say of what kind they are, and others are quotations', () => {
  expect(laidOut({ tag: 'blockquote', kind: 'tip', children: ['a'] })).toContain('<strong>Tip</strong>a')
  for (const kind of ['odd', 'constructor', '"><script>'])
    expect(laidOut({ tag: 'blockquote', kind, children: ['a'] })).toContain('<blockquote>a</blockquote>')
})

test('three headings make a list of contents, without the title', () => {
  const heading = (tag: string, id: string) => ({ tag, id, children: [id] })
  const three = [heading('h1', 'title'), heading('h2', 'a'), heading('h3', 'b'), heading('h2', 'c')]
  expect(laidOut(...three)).toContain('<a href="#readme-b">b</a>')
  expect(laidOut(...three)).not.toContain('<a href="#readme-title">title')
  expect(laidOut(...three.slice(0, 3))).not.toContain('Contents')
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
  expect(shown).toContain('too large to lay out')
  expect(shown).toContain('| &lt;b&gt; |')
  expect(shown).not.toContain('<b>')
})

const heading = (level: number, id: string) => ({
  tag: `h${level}`,
  id,
  children: ['The ', { tag: 'em', children: [id] }],
})

test('the contents are the headings but for the title, at levels from one', () => {
  const tree = ['text', { tag: 'p' }, heading(2, 'a'), heading(3, 'b'), heading(4, 'c'), heading(2, 'd')]
  expect(contentsOf(tree)).toEqual([
    { id: 'a', text: 'The a', level: 1 },
    { id: 'b', text: 'The b', level: 2 },
    { id: 'd', text: 'The d', level: 1 },
  ])
  expect(contentsOf([heading(1, 'title'), heading(1, 'a')]).map(({ id }) => id)).toEqual(['a'])
  expect(contentsOf([])).toEqual([])
})

test('a heading without a name is none, and there are never more than a hundred', () => {
  expect(contentsOf([{ tag: 'h2', children: ['x'] }])).toEqual([])
  expect(contentsOf(Array.from({ length: 200 }, (_, n) => heading(2, `n${n}`)))).toHaveLength(100)
})

test('a footnote and what refers to it lead to each other', () => {
  const note = laidOut(
    {
      tag: 'sup',
      children: [{ tag: 'a', anchor: 'user-content-fn-1', id: 'user-content-fnref-1', children: ['1'] }],
    },
    {
      tag: 'li',
      id: 'user-content-fn-1',
      children: [{ tag: 'a', anchor: 'user-content-fnref-1', children: ['↩'] }],
    },
  )
  expect(note).toContain('<a id="readme-user-content-fnref-1" href="#readme-user-content-fn-1">1</a>')
  expect(note).toContain(
    '<li id="readme-user-content-fn-1"><a href="#readme-user-content-fnref-1">↩</a></li>',
  )
})

test('headings are ranked below those of the page, and none skips a rank', () => {
  const ranksOf = (...levels: number[]) =>
    [...laidOut(...levels.map((level) => ({ tag: `h${level}`, children: ['a'] }))).matchAll(/<h(\d)/g)].map(
      ([, rank]) => Number(rank),
    )
  expect(ranksOf(1, 2, 3, 2)).toEqual([3, 4, 5, 4])
  expect(ranksOf(2, 3, 3, 2)).toEqual([3, 4, 4, 3])
  expect(ranksOf(1, 3, 6, 1)).toEqual([3, 4, 5, 3])
  expect(ranksOf(4, 1, 2)).toEqual([3, 3, 4])
})
