// The console's server: Next behind the bounds that the API has for its clients too. `npm run dev` starts Next's own.
import { createServer } from 'node:http'
import { boundBody, createLimitedServer, paceBody } from '@engine/limited-server'

// Next takes it from here when it is loaded.
process.env.NODE_ENV ??= 'production'
const { default: next } = await import('next')

/** Paths with bodies of their own: nothing stores an upload, and a question is read once its session is known. */
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

const server = createLimitedServer((req, res) => {
  if (!methods.includes(req.method)) return void res.writeHead(405, { Allow: methods.join(', ') }).end()
  paceBody(req, res, { stall: settings.stall, longest: longestUpload })
  const path = req.url.split('?', 1)[0]
  const most = path === uploads ? Infinity : path === questions ? largestQuestion : largestForm
  if (boundBody(req, res, { most, answer: tooLarge })) void answer(req, res)
}, settings)

server.on('error', ({ code, message }) =>
  end(code === 'EADDRINUSE' ? `CONSOLE_PORT: ${settings.port} is already in use` : message),
)
server.listen(settings.port, settings.host, () =>
  process.stdout.write(`The console listens at ${settings.host}:${settings.port}\n`),
)

for (const signal of ['SIGTERM', 'SIGINT'])
  process.once(signal, () => server.close(() => void app.close().finally(() => process.exit(0))))

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
