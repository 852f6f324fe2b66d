import { rule } from '@engine/shared/rule'
import { afterAll, expect, test } from 'vitest'
import type { ReadmeNode } from '../../domain/registry-modules/readme-tree.js'
import { isFull } from '../../../test/full-run.js'
import { ReadmeThreads } from './readme-threads.js'

const threads = new ReadmeThreads({ timeLimit: 60_000 })
afterAll(() => threads.close())

async function treeOf(markdown: string, folder = ''): Promise<ReadmeNode[]> {
  const { tree } = await threads.render('acme', markdown, folder)
  return JSON.parse(tree ?? 'null')
}

test('a README becomes a tree of texts and a few elements', async () => {
  const tree = await treeOf(`# Network

A **network** with *subnets*, ~~slowly~~ \`cidr\`,
and [docs](https://docs.example/a?b=c#d) and <https://plain.example> and me@mail.example.

3. three
   - [x] done
   - [ ] not

| a | b |
| - | :-: |
| 1 |

> quoted

\`\`\`hcl
x = "<b>"
\`\`\`

A note[^1].

***

[^1]: The *note*.`)
  expect(tree).toMatchSnapshot()
})

test('a footnote and what refers to it lead to each other, and nothing else has a name of its own', async () => {
  const tree = JSON.stringify(await treeOf('One[^a], two[^a].\n\n[^a]: The note.\n\n- <li id="x">item</li>'))
  const names = [...tree.matchAll(/"(anchor|id)":"([^"]+)"/g)].map(([, kind, name]) => `${kind} ${name}`)
  expect(names.sort()).toEqual([
    'anchor user-content-fn-a',
    'anchor user-content-fn-a',
    'anchor user-content-fnref-a',
    'anchor user-content-fnref-a-2',
    'id footnotes',
    'id user-content-fn-a',
    'id user-content-fnref-a',
    'id user-content-fnref-a-2',
  ])
})

const texts = (nodes: readonly ReadmeNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : texts(node.children ?? []))).join('')

rule('§10 cost', 'A README is rendered once, at publication … into a safe tree: tags are text')
test('tags stay text, comments are left out', async () => {
  const tree = await treeOf(
    'before <script>alert(1)</script> <b onclick="x()">b</b>\n\n<!-- made by a tool -->\n\n<iframe src="x"></iframe>\n\n<style>p{}</style>\n\n<svg onload=alert(1)>',
  )
  expect(tree.every((node) => typeof node === 'string' || node.tag === 'p')).toBe(true)
  expect(texts(tree)).toContain('before <script>alert(1)</script> <b onclick="x()">b</b>')
  expect(texts(tree)).toContain('<iframe src="x">')
  expect(texts(tree)).toContain('<svg onload=alert(1)>')
  expect(texts(tree)).not.toContain('made by a tool')
})

rule(
  '§10 cost',
  'A README is rendered once, at publication … links lead outside or into the archive, pictures too',
)
test('links lead outside by http, https and mail alone', async () => {
  const link = (href: string) => [{ tag: 'p', children: [{ tag: 'a', href, children: ['a'] }] }]
  for (const href of ['https://a.example/x', 'http://a.example', 'mailto:me@a.example'])
    expect(await treeOf(`[a](${href})`), href).toEqual(link(href))
  for (const href of [
    ...[
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      '&#106;avascript:alert(1)',
      'javascript&colon;alert(1)',
    ],
    ...['<java\tscript:alert(1)>', '\u0001javascript:alert(1)', 'vbscript:x', 'data:text/html,x', 'blob:x'],
    ...['./docs/a.md', '#part', '//evil.example', 'ftp://a.example', `https://a.example/${'x'.repeat(2048)}`],
  ]) {
    expect(JSON.stringify(await treeOf(`[a](${href})`)), href).not.toContain('"href"')
    expect(JSON.stringify(await treeOf(`[a][b]\n\n[b]: ${href}`)), href).not.toContain('"href"')
    expect(JSON.stringify(await treeOf(`<${href}>`)), href).not.toContain('"href"')
  }
})

test('a picture of another server is a link, since loading it would tell who reads', async () => {
  expect(
    await treeOf('![the plan](https://a.example/p.png) ![](plan.svg) ![x](javascript:alert(1))'),
  ).toEqual([
    {
      tag: 'p',
      children: [
        { tag: 'a', href: 'https://a.example/p.png', children: ['the plan'] },
        ' ',
        { tag: 'a', path: 'plan.svg', children: ['picture'] },
        ' x',
      ],
    },
  ])
})

test('relative addresses lead to files of the archive, from the folder of the README, and never out of it', async () => {
  const link = async (href: string) => JSON.stringify(await treeOf(`[a](${href})`, 'modules/net'))
  for (const [href, path] of [
    ['docs/a.md', 'modules/net/docs/a.md'],
    ['./b%20c.tf?x=1#y', 'modules/net/b c.tf'],
    ['../../examples/one/', 'examples/one'],
    ['/LICENSE', 'LICENSE'],
    ['../..', ''],
  ])
    expect(await link(href ?? ''), href).toContain(`"path":"${path}"`)
  for (const href of ['../../..', '../../../etc/passwd', '//evil.example/x', 'x:y', 'a%5Cb', 'a%00b', '%ff'])
    expect(await link(href), href).not.toMatch(/"(path|href|anchor)"/)
})

test('pictures of the archive are shown, also those in HTML; nothing else of HTML is', async () => {
  const picture = { tag: 'img', path: 'docs/plan.png', alt: 'The plan' }
  expect(await treeOf('![The plan](docs/plan.png)')).toEqual([{ tag: 'p', children: [picture] }])
  const html =
    '<p align="center" onclick="x()">\n  <img src="docs/plan.png" alt="The plan" onerror="x()" width="400">\n</p>'
  expect(await treeOf(html)).toEqual([' ', picture, ' '])
  expect(await treeOf('[![build](https://ci.example/b.svg)](https://ci.example)')).toEqual([
    { tag: 'p', children: [{ tag: 'a', href: 'https://ci.example', children: ['build'] }] },
  ])
  for (const other of ['<p><img src="a.png"><script>x()</script></p>', '<p><img src="a.png"><object></p>'])
    expect(JSON.stringify(await treeOf(other)), other).not.toContain('"img"')
})

test('headings have names of their own, to which links lead', async () => {
  expect(await treeOf('# Use `it`, now!\n\n## Use it now\n\n## ***\n\n[x](#use-it-now)')).toEqual([
    { tag: 'h1', children: ['Use ', { tag: 'code', children: ['it'] }, ', now!'], id: 'use-it-now' },
    { tag: 'h2', children: ['Use it now'], id: 'use-it-now-1' },
    { tag: 'h2', children: ['***'] },
    { tag: 'p', children: [{ tag: 'a', anchor: 'use-it-now', children: ['x'] }] },
  ])
})

test('callouts are quotations of a kind', async () => {
  expect(await treeOf('> [!WARNING]\n> Mind *this*.\n>\n> Twice.')).toEqual([
    {
      tag: 'blockquote',
      kind: 'warning',
      children: [
        { tag: 'p', children: ['Mind ', { tag: 'em', children: ['this'] }, '.'] },
        { tag: 'p', children: ['Twice.'] },
      ],
    },
  ])
  expect(await treeOf('> [!NOTE] not alone')).toMatchObject([
    { children: [{ children: ['[!NOTE] not alone'] }] },
  ])
  expect(JSON.stringify(await treeOf('> [!OTHER]\n> x'))).not.toContain('kind')
})

test('what is folded may hold Markdown; what never closes stays text', async () => {
  expect(await treeOf('<details>\n<summary><b>More</b></summary>\n\n- one\n\n</details>\n\nafter')).toEqual([
    {
      tag: 'details',
      children: [
        { tag: 'summary', children: ['More'] },
        { tag: 'ul', children: [{ tag: 'li', children: ['one'] }] },
      ],
    },
    { tag: 'p', children: ['after'] },
  ])
  const nested = '<details>\n\n<details>\n\nin\n\n</details>\n\n</details>'
  expect(await treeOf(nested)).toMatchObject([{ tag: 'details', children: [{}, { tag: 'details' }] }])
  const all = await treeOf('<details>\n<summary>A <script></summary>\n\nb\n\n<details ontoggle=x()>\n\nc')
  expect(JSON.stringify(all)).not.toContain('"details"')
  expect(texts(all)).toContain('<details ontoggle=x()>')
  const many = '<details>\n\n'.repeat(150)
  expect(await threads.render('acme', `${many}x\n\n${'</details>\n\n'.repeat(150)}`)).toMatchObject({
    refusal: 'too-complex',
  })
})

test('code of a known language is coloured, and stays the same text', async () => {
  const code = 'module "a" {\n  source = "x/${var.y}" # why\n  size   = 3\n}\n'
  const [block] = await treeOf('```terraform\n' + code + '```')
  expect(block && texts([block])).toBe(code)
  const kinds = [...JSON.stringify(block).matchAll(/"kind":"(\w+)"/g)].map(([, kind]) => kind)
  expect(new Set(kinds)).toEqual(new Set(['keyword', 'property', 'string', 'comment', 'number']))
  expect(JSON.stringify(await treeOf('```made-up\nx = 1\n```'))).not.toContain('kind')
  const long = '```hcl\n' + 'a = 1\n'.repeat(6000) + '```'
  expect(JSON.stringify(await treeOf(long))).not.toContain('kind')
})

test('ends of lines between words stay', async () => {
  expect(texts(await treeOf('- *a*\n  *b*'))).toBe('a\nb')
})

const cells = (count: number, cell: string): string => `|${`${cell}|`.repeat(count)}\n`
const table = (columns: number, rows: number): string =>
  cells(columns, 'a') + cells(columns, '-') + '|\n'.repeat(rows)

/** Each is small, and would keep a page busy for minutes or fill its memory. */
const tooLarge: Record<string, string> = {
  'a table of 1500 columns and rows': table(1500, 1500),
  '20,000 links to one long address': `[a]: http://a.example/${'x'.repeat(60_000)}\n\n${'[a] '.repeat(5000)}`,
  'more than 512 KiB': 'a '.repeat(512 * 1024),
}

/** The parser fills the memory of its thread before there is an element to count. */
const tooComplex: Record<string, string> = isFull
  ? {
      'a list of 30,000 items': '- a\n'.repeat(30_000),
      '48,000 footnotes': `${'[^a]'.repeat(48_000)}\n\n[^a]: x`,
      '48,000 headings of one name': '# a\n'.repeat(48_000),
    }
  : {}

rule('§10 cost', 'A README is rendered once, at publication … nodes and characters')
test.for(Object.entries(tooLarge))('%s is too large', async ([, markdown]) => {
  expect(await threads.render('acme', markdown)).toMatchObject({ tree: null, refusal: 'too-large' })
})

test.for(Object.entries(tooComplex))('%s is too complex', async ([, markdown]) => {
  expect(await threads.render('acme', markdown)).toMatchObject({ tree: null, refusal: 'too-complex' })
})

test.runIf(isFull)('500 KiB of tables, as programs write them, are rendered', async () => {
  const row = (name: string): string =>
    `| <a name="input_${name}"></a> [${name}](#input_${name}) | What this input is for, with \`code\` and a [link](https://example.com/docs/${name}). It has two sentences or so. | \`map(object({ a = string, b = number }))\` | \`{}\` | no |\n`
  const rows = Array.from({ length: 2_210 }, (_, n) => row(`name_${n}`)).join('')
  const markdown = `| Name | Description | Type | Default | Required |\n|--|--|--|--|--|\n${rows}`
  expect(markdown.length).toBeGreaterThan(500 * 1024)
  const usual = new ReadmeThreads()
  expect(await usual.render('acme', markdown)).toMatchObject({ refusal: null })
  await usual.close()
})

rule('§10 cost', 'A README is rendered once, at publication … and depth')
test('a document nested too deeply is too complex', async () => {
  for (const markdown of ['>'.repeat(101) + 'x', '>'.repeat(10_000) + 'x'])
    expect(await threads.render('acme', markdown)).toMatchObject({ tree: null, refusal: 'too-complex' })
})

rule('§10 cost', 'A README is rendered once, at publication … in a thread with a deadline')
test('what no end can be seen of is ended, and the next one is rendered', async () => {
  const impatient = new ReadmeThreads({ timeLimit: 500 })
  const bomb = '**a'.repeat(40_000)
  const hostile = await Promise.all([
    impatient.render('acme', bomb),
    impatient.render('acme', bomb),
    impatient.render('acme', bomb),
  ])
  for (const each of hostile) expect(each).toMatchObject({ tree: null, refusal: 'too-complex' })
  await impatient.close()
  expect(await treeOf('hi')).toEqual([{ tag: 'p', children: ['hi'] }])
})

rule('§10 cost', 'A README is rendered once, at publication … and bounds of memory')
test('what takes more memory than a thread has ends the thread alone', async () => {
  const hungry = new URL(
    'data:text/javascript,import { parentPort } from "node:worker_threads"; parentPort.on("message", () => { const all = []; for (;;) all.push({ a: [] }) })',
  )
  const fed = new ReadmeThreads({ program: hungry, timeLimit: 60_000 })
  expect(await fed.render('acme', 'x')).toMatchObject({ tree: null, refusal: 'too-complex' })
  await fed.close()
})

test('beyond the length of its queue no README of an organization waits', async () => {
  const short = new ReadmeThreads({ waiting: 1 })
  const taken = ['a', 'b', 'c'].map((text) => short.render('acme', text))
  await expect(short.render('acme', 'd')).rejects.toMatchObject({ failure: { kind: 'unavailable' } })
  expect(await Promise.all(taken)).toHaveLength(3)
  await short.close()
})

test('a README of one organization does not wait for the slow ones of another', async () => {
  const stuck = new URL(
    'data:text/javascript,import { parentPort } from "node:worker_threads"; parentPort.on("message", ({ text }) => { while (text === "slow") {} parentPort.postMessage({ tree: text }) })',
  )
  const fair = new ReadmeThreads({ program: stuck, timeLimit: 600_000, holdUp: 50 })
  const slow = [1, 2, 3].map(() => fair.render('acme', 'slow'))
  for (const text of ['a', 'b']) expect(await fair.render('globex', text)).toMatchObject({ tree: text })
  expect(fair.load).toEqual({ running: 2, waiting: 1 })
  await fair.close()
  expect(await Promise.all(slow)).toHaveLength(3)
})
