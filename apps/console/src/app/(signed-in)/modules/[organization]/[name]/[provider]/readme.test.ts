import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Readme } from './readme'

const markup = (text: string): string =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(Readme, { text }))).replace(
    /<style.*?<\/style>/gs,
    '',
  )

test('tags stay text, comments are left out', () => {
  const shown = markup(
    'before <script>alert(1)</script> <b onclick="x()">b</b>\n\n<!-- made by a tool -->\n\n<iframe src="x"></iframe>',
  )
  expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(shown).toContain('&lt;b onclick=&quot;x()&quot;&gt;')
  expect(shown).toContain('&lt;iframe')
  expect(shown).not.toContain('made by a tool')
  expect(shown).not.toMatch(/<(script|iframe|b)\b/)
})

test('links lead outside by http, https and mail alone', () => {
  expect(markup('[a](https://a.example/x)')).toContain(
    '<a href="https://a.example/x" rel="noreferrer nofollow">a</a>',
  )
  for (const target of ['javascript:alert(1)', 'data:text/html,x', './docs/a.md', '#part', '//evil.example'])
    expect(markup(`[a](${target})`), target).not.toContain('<a ')
})

test('a picture is a link, since loading it would tell who reads', () => {
  const shown = markup('![the plan](https://a.example/p.png) ![](plan.svg)')
  expect(shown).toContain('<a href="https://a.example/p.png" rel="noreferrer nofollow">the plan</a> picture')
  expect(shown).not.toContain('<img')
})

test('tables, lists to tick and code are shown, headings below those of the page', () => {
  const shown = markup('# One\n\n| a |\n| - |\n| b |\n\n- [x] done\n- [ ] not\n\n```hcl\nx = "<b>"\n```')
  for (const part of ['<h3>One</h3>', '<td>b</td>', '☑', '☐', 'x = &quot;&lt;b&gt;&quot;'])
    expect(shown).toContain(part)
})
