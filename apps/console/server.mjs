// The console's server: Next behind the bounds that the API has for its clients too. `npm run dev` starts Next's own.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { boundBody, createLimitedServer, paceBody } from '@engine/limited-server'

// Next takes it from here when it is loaded.
process.env.NODE_ENV ??= 'production'
const { default: next } = await import('next')

/**
 * Paths that read their bodies themselves: an upload is never stored, and a query is read once its session is
 * known.
 */
const uploads = '/console/upload'
const questions = '/console/graphql'
const largestQuestion = 1024 * 1024
/** The size that a body may have of a client who need not have signed in. Next keeps it whole in memory. */
const largestForm = 64 * 1024

const tooLarge = JSON.stringify({
  errors: [{ message: 'This is too much at once. Send less.', extensions: { code: 'TOO_LONG' } }],
})

/** The methods that Next has words for; others would be a fault of it. */
const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The longest time of an upload, in milliseconds: that of the API. */
const longestUpload = 24 * 60 * 60_000

leaveOutAborts()

const faults = []
const settings = {
  host: process.env.HOST || '127.0.0.1',
  port: number('CONSOLE_PORT', 3000, { least: 1, most: 65_535, isWhole: true }),
  most: number('MAX_CONNECTIONS', 5000, { least: 10, isWhole: true }),
  stall: number('UPLOAD_STALL_SECONDS', 60, { least: 1, most: 3600 }) * 1000,
}
if (faults.length > 0) end(`The console cannot start:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)

// Nothing is upgraded here: a connection that has become another kind would be outside of all limits. Next looks for
// upgrades at this server, which listens nowhere.
const httpServer = createServer()
const app = next({ dev: false, hostname: settings.host, port: settings.port, httpServer })
await app.prepare()
const answer = app.getRequestHandler()

const compressed = compressedFiles()

const server = createLimitedServer((req, res) => {
  if (!methods.includes(req.method)) return void res.writeHead(405, { Allow: methods.join(', ') }).end()
  if (sendCompressed(req, res)) return
  paceBody(req, res, { stall: settings.stall, longest: longestUpload })
  const path = req.url.split('?', 1)[0]
  const most = path === uploads ? Infinity : path === questions ? largestQuestion : largestForm
  if (boundBody(req, res, { most, answer: tooLarge })) void answer(req, res)
}, settings)

server.on('error', ({ code, message }) =>
  end(code === 'EADDRINUSE' ? `CONSOLE_PORT: ${settings.port} is already in use` : message),
)
server.listen(settings.port, settings.host, () =>
  process.stdout.write(`The console listens at port ${settings.port} of ${settings.host}\n`),
)

for (const signal of ['SIGTERM', 'SIGINT'])
  process.once(signal, () => server.close(() => void app.close().finally(() => process.exit(0))))

/** Leaves out of the log what Next says of a browser that left while it sent something: a stack for what is no fault. */
function leaveOutAborts() {
  const { error } = console
  console.error = (...said) => {
    if (!said.some((each) => each?.code === 'ECONNRESET' && each.message === 'aborted')) error(...said)
  }
}

/** Reads the static texts that the build has compressed, by their paths. They are two megabytes in all. */
function compressedFiles() {
  const folder = join(import.meta.dirname, '.next/static')
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.br'))
  return new Map(
    files.map((file) => [
      `/_next/static/${file.slice(0, -'.br'.length).replaceAll('\\', '/')}`,
      readFileSync(join(folder, file)),
    ]),
  )
}

/** Sends a static text in its compressed form, to a browser that takes it; its name says which text it is, for good. */
function sendCompressed({ method, url, headers }, res) {
  const path = url.split('?', 1)[0]
  const file = /\bbr\b/.test(headers['accept-encoding']) ? compressed.get(path) : undefined
  if (!file || (method !== 'GET' && method !== 'HEAD')) return false
  res.writeHead(200, {
    'Content-Type': path.endsWith('.css')
      ? 'text/css; charset=UTF-8'
      : 'application/javascript; charset=UTF-8',
    'Content-Encoding': 'br',
    'Content-Length': file.length,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
  })
  res.end(method === 'HEAD' ? undefined : file)
  return true
}

/** Reads a variable; one that is no such number is a fault. */
function number(name, otherwise, { least, most = Number.MAX_SAFE_INTEGER, isWhole = false }) {
  // An orchestrator injects `CONSOLE_PORT=tcp://…` for a service of this name.
  const given = process.env[name]?.startsWith('tcp://') ? '' : process.env[name]
  const value = Number(given || otherwise)
  const isRight = value >= least && value <= most && (!isWhole || Number.isInteger(value))
  const range = most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`
  if (!isRight)
    faults.push(`${name} must be a ${isWhole ? 'whole ' : ''}number ${range}, not "${process.env[name]}"`)
  return value
}

function end(words) {
  process.stderr.write(`${words}\n`)
  process.exit(1)
}
