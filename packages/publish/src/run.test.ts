import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { folderOf } from './folder.testing.js'
import { hangingUp, listening } from './platform.testing.js'
import { run } from './run.js'

type Answering = (req: IncomingMessage, res: ServerResponse) => void

const link = 'https://public.example:8443/api/uploads/object/modver-1?signature=x'
const version = (status: string, error?: string) => ({
  data: { id: 'modver-1', attributes: { status, error: error ?? null }, links: { upload: link } },
})

/** Answers as a platform does. */
function answer(
  res: ServerResponse,
  status: number,
  body?: object,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, { 'TFP-API-Version': '2.6', ...headers }).end(body && JSON.stringify(body))
}

/** Takes what was sent, and says how much it was. */
async function bytesOf(req: IncomingMessage): Promise<number> {
  let size = 0
  for await (const chunk of req) size += (chunk as Buffer).length
  return size
}

/** A stand-in for a platform that answers each request by the next of these; publishes a small module to it. */
async function publishTo(...answers: Answering[]) {
  const asked: string[] = []
  const url = await listening((req, res) => {
    asked.push(`${req.method} ${req.url}`)
    const next = answers.shift()
    if (next) next(req, res)
    else answer(res, 500)
  })
  const folder = await folderOf({ 'main.tf': 'output "a" {\n  value = 1\n}\n' })
  const [out, messages]: [string[], string[]] = [[], []]
  const stop = new AbortController()
  const code = run({
    args: [folder, '--to', 'acme/network/aws', '--version', '1.0.0'],
    env: { ENGINE_URL: url, ENGINE_TOKEN: 'a-token' },
    out: { write: (text: string) => out.push(text) > 0 },
    messages: { write: (text: string) => messages.push(text) > 0 },
    signal: stop.signal,
  })
  return {
    stop,
    outcome: async () => ({ code: await code, out: out.join(''), messages: messages.join(''), asked }),
  }
}

const versions = '/api/v2/organizations/acme/registry-modules/private/acme/network/aws/versions'
const shown =
  '/api/v2/organizations/acme/registry-modules/private/acme/network/aws/version?module_version=1.0.0'
const upload = '/api/uploads/object/modver-1?signature=x'
const created: Answering = (_req, res) => answer(res, 201, version('pending'))
const taking: Answering = async (req, res) => {
  const size = await bytesOf(req)
  answer(res, size > 0 && req.headers['content-length'] === String(size) ? 200 : 400)
}
const is =
  (...state: [string, string?]): Answering =>
  (_req, res) =>
    answer(res, 200, version(...state))

test('a platform that is busy is asked again after the pause that it asks for', async () => {
  const busy: Answering = (_req, res) =>
    answer(res, 429, { errors: [{ title: 'x' }] }, { 'Retry-After': '0.01' })
  const full: Answering = (req, res) =>
    void bytesOf(req).then(() => answer(res, 503, { errors: [{ title: 'x' }] }, { 'Retry-After': '0.01' }))
  const { outcome } = await publishTo(busy, busy, created, full, taking, is('ok'))
  expect(await outcome()).toMatchObject({
    code: 0,
    out: expect.stringContaining('source  = "public.example:8443/acme/network/aws"'),
    asked: [...Array(3).fill(`POST ${versions}`), `PUT ${upload}`, `PUT ${upload}`, `GET ${shown}`],
  })
})

test('an upload that breaks is looked after, and done again while nothing came of it', async () => {
  const breaking: Answering = (req) => void req.once('data', () => req.destroy())
  const { outcome } = await publishTo(created, breaking, is('pending'), taking, is('ok'))
  expect(await outcome()).toMatchObject({
    code: 0,
    messages: expect.stringMatching(/Warning: .* cannot be reached: .*; uploading again\nUploading: 0%/),
    asked: [`POST ${versions}`, `PUT ${upload}`, `GET ${shown}`, `PUT ${upload}`, `GET ${shown}`],
  })
})

test('an upload whose answer was lost has ended as the version says', async () => {
  const lost: Answering = (req) => void bytesOf(req).then(() => req.socket.destroy())
  // A token that may publish this one module cannot look at the version.
  const unseen: Answering = (_req, res) => answer(res, 404, { errors: [{ title: 'not found' }] })
  const taken: Answering = (_req, res) =>
    answer(res, 422, { errors: [{ title: 'invalid attribute', detail: 'Version has already been taken' }] })
  expect(await (await publishTo(created, lost, unseen, taken)).outcome()).toMatchObject({ code: 0 })
  expect(await (await publishTo(created, lost, is('ok'))).outcome()).toMatchObject({ code: 0 })
  const failed = is('reg_ingress_failed', 'main.tf:1: wrong')
  expect(await (await publishTo(created, lost, failed)).outcome()).toMatchObject({
    code: 4,
    messages: expect.stringContaining('engine-publish: main.tf:1: wrong\n'),
  })
})

test('a platform that reads the archive later is waited for', async () => {
  const { outcome } = await publishTo(
    created,
    taking,
    is('pending'),
    is('reg_ingress_failed', 'main.tf:1: wrong'),
  )
  expect(await outcome()).toMatchObject({ code: 4, messages: expect.stringContaining('main.tf:1: wrong') })
})

test('a version that another client publishes at this very moment is not deleted', async () => {
  const taken: Answering = (_req, res) => answer(res, 422, { errors: [{ title: 'x', detail: 'taken' }] })
  const pending: Answering = (_req, res) => answer(res, 200, version('pending'), { ETag: '"then"' })
  const changed: Answering = (req, res) => answer(res, req.headers['if-match'] === '"then"' ? 412 : 204)
  const { outcome } = await publishTo(taken, pending, changed, is('ok'))
  expect(await outcome()).toMatchObject({
    code: 5,
    asked: [
      `POST ${versions}`,
      `GET ${shown}`,
      'DELETE /api/v2/organizations/acme/registry-modules/private/acme/network/aws/1.0.0',
      `GET ${shown}`,
    ],
  })
})

test('an interrupted run ends with 130', async () => {
  const silent: Answering = () => undefined
  const { stop, outcome } = await publishTo(created, (req, res) => {
    stop.abort()
    silent(req, res)
  })
  expect(await outcome()).toMatchObject({
    code: 130,
    out: '',
    messages: expect.stringContaining('interrupted'),
  })
})

test('an unknown refusal is told in the platform’s words', async () => {
  const denied: Answering = (_req, res) =>
    answer(res, 403, { errors: [{ title: 'forbidden', detail: 'The organization is at its limit' }] })
  expect(await (await publishTo(denied)).outcome()).toMatchObject({
    code: 1,
    messages: expect.stringContaining('the platform refused (403): The organization is at its limit'),
  })
})

test('a proxy that takes no body of that size is told as what it is, and not asked again', async () => {
  const proxy: Answering = (req, res) => {
    res.writeHead(413, { Server: 'nginx', 'Content-Type': 'text/html', Connection: 'close' })
    res.end('<html><head><title>413 Request Entity Too Large</title></head></html>')
    req.resume()
  }
  expect(await (await publishTo(created, proxy)).outcome()).toMatchObject({
    code: 4,
    messages: expect.stringMatching(
      /a proxy in front of \S+ refuses the upload as too large \(413\): .*client_max_body_size/,
    ),
    asked: [`POST ${versions}`, `PUT ${upload}`],
  })
})

test('a proxy that hangs up is asked once, and told as what it is', async () => {
  const asked: (string | undefined)[] = []
  vi.stubEnv('HTTPS_PROXY', await hangingUp(asked))
  onTestFinished(() => void vi.unstubAllEnvs())
  const messages: string[] = []
  const code = await run({
    args: [await folderOf({ 'main.tf': '' }), '--to', 'acme/network/aws', '--version', '1.0.0'],
    env: { ENGINE_URL: 'https://platform.example', ENGINE_TOKEN: 'a-token' },
    out: { write: () => true },
    messages: { write: (text: string) => messages.push(text) > 0 },
    signal: AbortSignal.timeout(30_000),
  })
  expect(messages.join('')).toContain('https://platform.example cannot be reached: the proxy hung up')
  expect([code, asked]).toEqual([3, ['platform.example:443']])
})

test('what the platform warns of is said before anything is sent, such as a name that Windows cannot have', async () => {
  const folder = await folderOf({ 'main.tf': 'variable "a" {}\n', 'files/con': '' })
  const messages: string[] = []
  const code = await run({
    args: [folder, '--dry-run'],
    env: {},
    out: { write: () => true },
    messages: { write: (text: string) => messages.push(text) > 0 },
    signal: new AbortController().signal,
  })
  expect([code, messages.join('')]).toEqual([0, expect.stringContaining('Windows cannot have "files/con"')])
})
