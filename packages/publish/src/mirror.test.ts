import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { folderOf } from './folder.testing.js'
import { listening } from './platform.testing.js'
import { run } from './run.js'

const base = 'registry.example/acme/thing'
const zip = (platform: string, version = '1.0.0') => `engine-provider-thing_${version}_${platform}.zip`
const written = {
  [`${base}/index.json`]: '{"versions":{"1.0.0":{}}}',
  [`${base}/1.0.0.json`]: '{"archives":{}}',
  [`${base}/${zip('linux_amd64')}`]: 'linux',
  [`${base}/${zip('darwin_arm64')}`]: 'darwin',
}

/** A stand-in for a platform that keeps what it is sent, and shows the zips. */
async function platform(refused: Readonly<Record<string, number>> = {}) {
  const files = new Map<string, string>()
  const puts: string[] = []
  const url = await listening((req, res) => {
    const path = decodeURIComponent(req.url ?? '')
    const answer = (status: number, body?: object): void =>
      void res.writeHead(status, { 'TFP-API-Version': '2.6' }).end(body && JSON.stringify(body))
    if (req.method === 'GET' && path.startsWith('/api/v2/admin/public-providers?'))
      return answer(200, {
        data: [
          { id: 'pubprov-1', attributes: { origin: 'registry.example', namespace: 'acme', name: 'thing' } },
        ],
        meta: { pagination: { 'next-page': null } },
      })
    if (req.method === 'GET') {
      const platforms = [...files].map(([filename, text]) => ({
        ...{ filename, stored: true },
        shasum: createHash('sha256').update(text).digest('hex'),
      }))
      const data = [{ id: 'pubver-1', attributes: { version: '1.0.0', platforms } }]
      return answer(200, { data, meta: { pagination: { 'next-page': null } } })
    }
    let text = ''
    req.on('data', (chunk: Buffer) => (text += chunk.toString()))
    req.on('end', () => {
      puts.push(path)
      const filename = path.split('/').at(-1) ?? ''
      const status = refused[filename] ?? (files.get(filename) === text ? 200 : 201)
      if (status < 300) files.set(filename, text)
      answer(
        status,
        status < 300 ? undefined : { errors: [{ title: 'invalid attribute', detail: 'Filename is wrong' }] },
      )
    })
  })
  return { url, puts, files }
}

async function mirror(folder: string, url: string) {
  const [out, messages]: [string[], string[]] = [[], []]
  const code = await run({
    args: ['mirror', folder],
    env: { ENGINE_URL: url, ENGINE_TOKEN: 'a-token' },
    out: { write: (text: string) => out.push(text) > 0 },
    messages: { write: (text: string) => messages.push(text) > 0 },
    signal: new AbortController().signal,
  })
  return { code, out: out.join(''), messages: messages.join('') }
}

test('what the CLI wrote into a folder is imported, and a second run sends no zip again', async () => {
  const folder = await folderOf(written)
  const { url, puts } = await platform()
  expect(await mirror(folder, url)).toMatchObject({ code: 0, out: '2 files imported, 0 there already\n' })
  const versions = `/api/v2/admin/public-providers/${base}/versions/1.0.0/files`
  expect(puts).toEqual([`${versions}/${zip('darwin_arm64')}`, `${versions}/${zip('linux_amd64')}`])
  expect(await mirror(folder, url)).toMatchObject({ code: 0, out: '0 files imported, 2 there already\n' })
  expect(puts).toHaveLength(2)
})

test('what proves the zips is sent before them', async () => {
  const shasums = 'engine-provider-thing_1.0.0_SHA256SUMS'
  const folder = await folderOf({
    ...written,
    [`${base}/${shasums}`]: 'a',
    [`${base}/${shasums}.sig`]: 'b',
    [`${base}/${shasums}.asc`]: 'c',
  })
  const { url, puts } = await platform()
  await mirror(folder, url)
  expect(puts.map((path) => path.split('/').at(-1))).toEqual([
    ...[`${shasums}.asc`, shasums, `${shasums}.sig`, zip('darwin_arm64'), zip('linux_amd64')],
  ])
})

test('a file that cannot be imported ends with 4 and its name, after all others were', async () => {
  const folder = await folderOf(written)
  const { url, puts } = await platform({ [zip('darwin_arm64')]: 422 })
  const { code, messages } = await mirror(folder, url)
  expect([code, puts.length]).toEqual([4, 2])
  expect(messages).toContain(`${zip('darwin_arm64')}: Filename is wrong`)
})

test.each<[string, Record<string, string>, number, number, RegExp]>([
  ['a token of no site administrator', written, 404, 1, /must be that of a site administrator/],
  ['a folder without providers', { 'main.tf': '' }, 201, 4, /holds no provider/],
])('%s ends with its code and a sentence', async (_name, contents, status, code, message) => {
  const folder = await folderOf(contents)
  const { url } = await platform({ [zip('darwin_arm64')]: status })
  const ended = await mirror(folder, url)
  expect(ended.code).toBe(code)
  expect(ended.messages).toMatch(message)
})
