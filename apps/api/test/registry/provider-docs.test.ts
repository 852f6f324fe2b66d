import { rule } from '@engine/shared/rule'
import { archive, file } from '@engine/module-source/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { auditOf, pathOf, put, type Caller } from '../modules/module-requests.js'
import { createProvider, createProviderVersion, providerPath } from '../providers.js'
import { as, dataOf, documentOf, must, notFoundBody } from '../rest.js'
import { registerKey, releaseProvider } from './signed-provider.js'

const app = await startTestApp()
const admin = await app.make.administrator()
const owner = await app.make.user()
const pair = await newSigningKey()

let made: Organization
let org: string
let address: string
let path: string

beforeEach(async () => {
  made = await app.make.organization(owner)
  org = made.name
  address = `${org}/private/${org}/cloud`
  path = `${providerPath(address)}/versions/1.0.0`
  await createProvider(app, owner, address)
})

const page = (title: string, subcategory = '', text = 'Text.') =>
  `---\npage_title: "${title}"\nsubcategory: "${subcategory}"\ndescription: |-\n  About it\n---\n\n# Heading\n\n${text}\n`

const whole = (): Buffer =>
  archive(
    file('docs/index.md', '# The cloud\n\nHow to begin.\n'),
    file('docs/resources/server.md', page('cloud_server Resource', 'Compute', 'See [disk](disk.md).')),
    file('docs/resources/disk.md', page('cloud_disk Resource', 'Storage')),
    file('docs/data-sources/image.md', page('cloud_image Data Source', 'Compute')),
    file('docs/functions/parse_id.md', page('parse_id function')),
    file('docs/ephemeral-resources/token.md', page('token')),
    file('docs/list-resources/server.md', page('servers')),
    file('docs/actions/restart.md', page('restart')),
    file('docs/guides/begin.md', '# Begin here\n'),
    file('docs/images/plan.png', 'x'),
    file('README.md', '# Not a page\n'),
  )

const linkOf = async (by: Caller, of = path): Promise<string> =>
  pathOf((await as(app, by).get(of)).body.data.links['docs-upload'])

const upload = async (bytes: Buffer, of = path) => put(app, await linkOf(owner, of), bytes)

const changesQuery = `query ($providerId: ID!, $version: String!) {
  providerDocumentation(providerId: $providerId, version: $version) {
    changes { fromVersion added removed changed pages { nodes { category slug title change } } }
  }
}`

const listed = async (query = '', by: Caller = owner) => {
  const answer = await as(app, by).get(`${path}/docs${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data.map(
    ({ attributes }: { attributes: { category: string; slug: string } }) =>
      `${attributes.category}/${attributes.slug}`,
  )
}

describe('an upload', () => {
  beforeEach(() => createProviderVersion(app, owner, address, '1.0.0'))

  rule('§16', '`links.docs-upload`, the answer: 200, the version, `meta: {pages, ignored, warnings}`')
  rule('§16', 'Taken: the documented folders at the root or below `docs/`; all else is ignored and counted')
  test('makes a page of each documented file, and says what it took', async () => {
    const answer = await upload(whole())
    expect([answer.status, answer.body.meta]).toEqual([200, { pages: 9, ignored: 2, warnings: [] }])
    expect(answer.body.data).toMatchObject({
      type: 'registry-provider-versions',
      attributes: { version: '1.0.0', 'docs-uploaded-at': expect.stringMatching(/^20/) },
    })
    expect(await listed()).toEqual([
      'overview/index',
      'guides/begin',
      'resources/server',
      'resources/disk',
      'data-sources/image',
      'functions/parse_id',
      'ephemeral-resources/token',
      'list-resources/server',
      'actions/restart',
    ])
    const shown = await as(app, owner).get(`${path}/docs?filter[category]=resources&filter[slug]=server`)
    expect(shown.body.data).toMatchObject([
      {
        type: 'provider-docs',
        attributes: {
          ...{ category: 'resources', slug: 'server', title: 'cloud_server Resource' },
          ...{ subcategory: 'Compute', path: 'docs/resources/server.md' },
        },
      },
    ])
    const one = await as(app, owner).get(`/provider-docs/${shown.body.data[0].id}`)
    expect(one.body.data.attributes).toMatchObject({
      content: '\n# Heading\n\nSee [disk](disk.md).\n',
      truncated: false,
    })
    expect(await listed('?q=COMPUTE')).toEqual(['resources/server', 'data-sources/image'])
    expect((await as(app, owner).get(`${path}/docs?filter[category]=other`)).status).toBe(400)
  })

  rule('§16', '`website/docs/{index,guides/*,r/*,d/*}.html.markdown`')
  test('takes the former layout, and of a page in two layouts the newer one, which it says', async () => {
    const bytes = archive(
      file('website/docs/index.html.markdown', '# Cloud\n'),
      file('website/docs/r/server.html.markdown', page('former')),
      file('website/docs/d/image.html.markdown', page('image')),
      file('website/docs/guides/begin.html.markdown', page('begin')),
      file('docs/resources/server.md', page('newer')),
    )
    const { body } = await upload(bytes)
    expect(body.meta).toMatchObject({
      pages: 4,
      warnings: [
        {
          path: 'website/docs/r/server.html.markdown',
          message: 'The page resources/server is also in docs/resources/server.md, which is shown',
        },
      ],
    })
    const found = await as(app, owner).get(`${path}/docs?filter[slug]=server`)
    expect(found.body.data[0].attributes.title).toBe('newer')
  })

  rule('§16', 'Unlike what is installed it may be replaced, each time audited')
  test('replaces all pages, and each is audited', async () => {
    await upload(whole())
    const { body } = await upload(archive(file('index.md', '# Only this\n')))
    expect(body.meta).toEqual({ pages: 1, ignored: 0, warnings: [] })
    expect(await listed()).toEqual(['overview/index'])
    const events = await auditOf(app, body.data.id)
    expect(events.slice(-2)).toMatchObject([
      { action: 'registry-provider-version.document', after: { pages: 9 } },
      { action: 'registry-provider-version.document', after: { pages: 1 } },
    ])
  })

  rule('§16', 'Front matter `page_title`, `subcategory`, `description`; a faulty one is a warning')
  test('takes a page with a faulty front matter, and says what is wrong with it', async () => {
    const bomb = `---\na: &a [x,x]\nb: &b [*a,*a]\npage_title: *b\n---\n`
    const { body } = await upload(
      archive(
        file('resources/bomb.md', `${bomb}# Bomb\n`),
        file('resources/list.md', '---\n- a\n---\n# List\n'),
        file('resources/long.md', `---\nx: ${'y'.repeat(9000)}\n---\n# Long\n`),
        file('resources/number.md', '---\npage_title: 5\nsubcategory: [a]\n---\n# Number\n'),
        file('resources/open.md', '---\npage_title: x\n# Open\n'),
        file('resources/wrong.md', '---\npage_title: "x\n---\n# Wrong\n'),
      ),
    )
    expect(body.meta.pages).toBe(6)
    expect(
      body.meta.warnings.map((each: { path: string; message: string }) => [each.path, each.message]),
    ).toEqual([
      ['resources/bomb.md', expect.stringMatching(/^The front matter is no YAML: /)],
      ['resources/list.md', 'The front matter is no list of names and values'],
      ['resources/long.md', 'The front matter is longer than 8192 characters'],
      ['resources/number.md', 'subcategory of the front matter is no text'],
      ['resources/open.md', 'The front matter has no end: close it with ---'],
      ['resources/wrong.md', expect.stringMatching(/^The front matter is no YAML: /)],
    ])
    const { body: all } = await as(app, owner).get(`${path}/docs`)
    const titles = all.data.map(({ attributes }: { attributes: { title: string } }) => attributes.title)
    expect(titles).toEqual(['Bomb', 'List', 'Long', '5', 'Open', 'Wrong'])
  })

  rule('§16', '422 when no page is found')
  test('is 422 without a page, for 5,001 files and for a harmful archive, and changes nothing', async () => {
    await upload(archive(file('index.md', '# Before\n')))
    const refused = [
      [archive(file('README.md', '# x\n')), /^the archive has no page of documentation: put index\.md, /],
      [
        archive(...Array.from({ length: 5001 }, (_, n) => file(`resources/r${n}.md`, '# x\n'))),
        /^the archive has more than 5,000 files$/,
      ],
      [archive(file('../index.md', '# x\n')), /has "\.\." in its path$/],
      [Buffer.from('no archive'), /./],
    ] as const
    for (const [bytes, message] of refused) {
      const answer = await upload(bytes)
      expect([answer.status, answer.body.errors[0].detail]).toEqual([422, expect.stringMatching(message)])
    }
    expect(await listed()).toEqual(['overview/index'])
    const large = await put(app, await linkOf(owner), Buffer.alloc(20 * 1024 ** 2 + 1))
    expect([large.status, large.body.errors[0].detail]).toEqual([
      413,
      'The archive is larger than 20,971,520 bytes',
    ])
  })

  test('counts among the stored bytes of its organization, until its version goes', async () => {
    const stored = async () =>
      (await app.prisma.registryProvider.findFirst({ where: { name: 'cloud', namespace: org } }))?.storedBytes
    await upload(archive(file('index.md', 'x'.repeat(1000))))
    expect(await stored()).toBe(1000)
    await upload(archive(file('index.md', 'x'.repeat(10))))
    expect(await stored()).toBe(10)
    await must(as(app, owner).delete(path))
    expect(await stored()).toBe(0)
  })

  test('of a page that is longer than what is kept, the first is kept', async () => {
    await upload(archive(file('index.md', 'x'.repeat(600_000))))
    const { body } = await as(app, owner).get(`${path}/docs`)
    const one = await as(app, owner).get(`/provider-docs/${body.data[0].id}`)
    expect(one.body.data.attributes).toMatchObject({ truncated: true })
    expect(one.body.data.attributes.content).toHaveLength(512 * 1024)
  })
})

rule(
  '§16',
  '`GET /organizations/:org/registry-providers?q=` find a provider by the names of its resources and data sources',
)
test('a provider is found by what its newest documented version documents', async () => {
  const found = async (q: string) => {
    const { body } = await as(app, owner).get(`/organizations/${org}/registry-providers?q=${q}`)
    return body.data.length
  }
  await createProviderVersion(app, owner, address, '1.0.0')
  await createProviderVersion(app, owner, address, '2.0.0')
  await upload(whole())
  expect([await found('cloud_ser'), await found('CLOUD_IMAGE'), await found('begin')]).toEqual([1, 1, 0])
  await upload(archive(file('resources/other.md', '# Other\n')), path.replace('1.0.0', '2.0.0'))
  expect([await found('cloud_ser'), await found('cloud_other')]).toEqual([0, 1])
  await must(as(app, owner).delete(path.replace('1.0.0', '2.0.0')))
  expect([await found('cloud_ser'), await found('cloud_other')]).toEqual([1, 0])
})

test('a documentation is compared with the documentation of the release before, and the next release with it', async () => {
  const [before, next] = [
    `${providerPath(address)}/versions/0.9.0`,
    `${providerPath(address)}/versions/1.1.0`,
  ]
  await registerKey(app, owner, org, pair)
  for (const version of ['0.9.0', '1.0.0', '1.1.0-beta1', '1.1.0'])
    await releaseProvider(app, owner, address, pair, { version })
  const pages = (...texts: string[]) =>
    archive(...texts.map((text) => file(`resources/${text[0]}.md`, `# ${text[0]}\n\n${text}`)))
  const changes = async (version: string) => {
    const providerId = (await as(app, owner).get(providerPath(address))).body.data.id
    const { providerDocumentation } = await dataOf(app, owner, changesQuery, { providerId, version })
    return (providerDocumentation as { changes: unknown }).changes
  }
  await upload(pages('a', 'b', 'c'), before)
  expect(await changes('0.9.0')).toBe(null)
  await upload(pages('a', 'b2', 'd'), next)
  expect(await changes('1.1.0')).toMatchObject({ fromVersion: '0.9.0', added: 1, removed: 1, changed: 1 })
  await upload(pages('a', 'b2', 'c'))
  expect(await changes('1.0.0')).toEqual({
    ...{ fromVersion: '0.9.0', added: 0, removed: 0, changed: 1 },
    pages: { nodes: [{ category: 'RESOURCES', slug: 'b', title: 'b', change: 'CHANGED' }] },
  })
  expect(await changes('1.1.0')).toEqual({
    ...{ fromVersion: '1.0.0', added: 1, removed: 1, changed: 0 },
    pages: {
      nodes: [
        { category: 'RESOURCES', slug: 'c', title: 'c', change: 'REMOVED' },
        { category: 'RESOURCES', slug: 'd', title: 'd', change: 'ADDED' },
      ],
    },
  })
})

/** Pages that would cost or do what none shall, and how each is shown. */
const hostile: Readonly<Record<string, { text: string; refusal: string | null }>> = {
  nested: { text: `${'>'.repeat(10_000)}x`, refusal: 'TOO_COMPLEX' },
  table: {
    text: `|${'a|'.repeat(1500)}\n|${'-|'.repeat(1500)}\n${'|\n'.repeat(1500)}`,
    refusal: 'TOO_LARGE',
  },
  endless: { text: '**a'.repeat(40_000), refusal: 'TOO_COMPLEX' },
  out: {
    text:
      '[a](javascript:x()) [b](//evil.example) [c](data:text/html,x) [d](../../../etc/passwd) ' +
      '![e](https://evil.example/e.png)\n\n<script>x()</script>\n\n<img src=x onerror=x()>\n\n' +
      '<a href="javascript:x()">f</a>\n\n[g](https://good.example)',
    refusal: null,
  },
}

rule(
  '§16',
  'Rendered once, by the thread and limits of READMEs (§10); a page that fails shows why, the rest stands',
)
test('hostile pages are shown as text or as a safe tree, while the others are shown as ever', async () => {
  await createProviderVersion(app, owner, address, '1.0.0')
  const files = Object.entries({ ...hostile, honest: { text: 'Hi' } })
  const { body } = await upload(
    archive(...files.map(([slug, { text }]) => file(`resources/${slug}.md`, text))),
  )
  expect(body.meta).toEqual({ pages: files.length, ignored: 0, warnings: [] })
  const { id } = await app.prisma.registryProvider.findFirstOrThrow({ where: { namespace: org } })
  const shown = async (slug: string) => {
    const query = `query { providerDocumentation(providerId: "${id}", version: "1.0.0") {
      doc(category: RESOURCES, slug: "${slug}") { text { tree refusal beginning } } } }`
    const { providerDocumentation } = await dataOf(app, owner, query)
    return (providerDocumentation as { doc: { text: { tree: unknown; refusal: string; beginning: string } } })
      .doc.text
  }
  const slugs = Object.keys(hostile)
  const [honest, ...texts] = await Promise.all(['honest', ...slugs].map(shown))
  expect(honest).toEqual({ tree: [{ tag: 'p', children: ['Hi'] }], refusal: null, beginning: null })
  for (const [index, slug] of slugs.entries()) {
    const { text, refusal } = hostile[slug] ?? { text: '', refusal: null }
    expect([slug, texts[index]?.refusal]).toEqual([slug, refusal])
    if (refusal !== null) expect(texts[index]).toMatchObject({ tree: null, beginning: text.slice(0, 20_000) })
  }
  const tree = JSON.stringify(texts[slugs.indexOf('out')]?.tree)
  const targets = [...tree.matchAll(/"(?:href|path|src)":"([^"]*)"/g)].map(([, target]) => target)
  // A picture from elsewhere is a link to it, which nothing follows by itself.
  expect(targets).toEqual(['https://evil.example/e.png', 'https://good.example'])
  expect(tree).not.toMatch(/"tag":"(script|img|iframe)"/)
})

describe('who may', () => {
  let consumer: Person
  let stranger: Person

  beforeEach(async () => {
    const organization = await app.make.organization(await app.make.user())
    consumer = await app.make.member(organization)
    stranger = await app.make.member(await app.make.organization(await app.make.user()))
    const body = documentOf('registry-partnerships', { 'provider-consumers': [organization.name] })
    await must(as(app, admin).put(`/admin/organizations/${org}/registry-partnerships`, { body }))
  })

  rule('§16', 'Readers: whoever may install the provider (shared ones too)')
  test('read it: members, and those it is shared with once it is published; upload: those who may publish', async () => {
    const member = await app.make.member(made)
    await registerKey(app, owner, org, pair)
    await createProviderVersion(app, owner, address, '0.9.0')
    const draft = `${providerPath(address)}/versions/0.9.0`
    await upload(whole(), draft)
    await releaseProvider(app, owner, address, pair)
    await upload(whole())
    const statuses = async (by: Caller, of: string) => {
      const list = await as(app, by).get(`${of}/docs`)
      const { body } = await as(app, owner).get(`${of}/docs`)
      const one = await as(app, by).get(`/provider-docs/${body.data[0].id}`)
      return [list.status, one.status]
    }
    for (const by of [owner, member]) {
      expect(await statuses(by, path)).toEqual([200, 200])
      expect(await statuses(by, draft)).toEqual([200, 200])
    }
    expect(await statuses(consumer, path)).toEqual([200, 200])
    expect(await statuses(consumer, draft)).toEqual([404, 404])
    expect(await statuses(stranger, path)).toEqual([404, 404])
    expect((await as(app, stranger).get(`${path}/docs`)).body).toEqual(notFoundBody)
    const { links } = (await as(app, member).get(path)).body.data
    expect(links).not.toHaveProperty('docs-upload')
  })

  test('the console reads groups, pages and their text as a safe tree, rendered once', async () => {
    await registerKey(app, owner, org, pair)
    await releaseProvider(app, owner, address, pair)
    await upload(
      archive(
        file(
          'docs/resources/server.md',
          page('Server', 'Compute', '[disk](disk.md)\n\n<script>x()</script>'),
        ),
        file('docs/resources/disk.md', page('Disk', 'Storage')),
      ),
    )
    const { id } = await app.prisma.registryProvider.findFirstOrThrow({ where: { namespace: org } })
    const query = `query { providerDocumentation(providerId: "${id}", version: "1.0.0") {
      version versions { nodes { version } totalCount } groups { nodes { category subcategory count } totalCount }
      docs(filter: { category: RESOURCES, subcategory: "Storage" }) { nodes { slug title } totalCount }
      doc(category: RESOURCES, slug: "server") { title text { tree refusal } } } }`
    const { providerDocumentation: found } = await dataOf(app, consumer, query)
    const { doc, ...rest } = found as { doc: { title: string; text: { tree: unknown } } }
    expect(rest).toEqual({
      version: '1.0.0',
      versions: { nodes: [{ version: '1.0.0' }], totalCount: 1 },
      groups: {
        nodes: [
          { category: 'RESOURCES', subcategory: 'Compute', count: 1 },
          { category: 'RESOURCES', subcategory: 'Storage', count: 1 },
        ],
        totalCount: 2,
      },
      docs: { nodes: [{ slug: 'disk', title: 'Disk' }], totalCount: 1 },
    })
    expect(doc.title).toBe('Server')
    expect(JSON.stringify(doc.text.tree)).toContain('"path":"docs/resources/disk.md"')
    expect(JSON.stringify(doc.text.tree)).toContain('<script>')
    const stored = await app.prisma.providerDoc.count({ where: { tree: { not: null } } })
    expect(stored).toBeGreaterThan(0)
    expect((await dataOf(app, stranger, query))['providerDocumentation']).toBeNull()
  })
})
