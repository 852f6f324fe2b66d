// Ends with 0 when the program of this container answers that it runs. Whether a replica can serve is the proxy's
// question (`/readyz`): a database that is away for a moment is no reason to restart the API. How long that may take is
// said once, by HEALTHCHECK's --timeout.
// With addresses as arguments: when each of them answers within ten seconds.
const { HOST = '', PORT = '4000', CONSOLE_PORT = '3000' } = process.env
const given = process.argv.slice(2)
// What listens at all addresses listens at this machine's own one.
const own = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '[::1]' }
const host = own[HOST] ?? (HOST.includes(':') ? `[${HOST}]` : HOST)

const ask = async (place, signal) => {
  const { ok, status } = await fetch(place, { signal })
  if (!ok) throw new Error(`${place} answered ${status}`)
}

if (given.length > 0) {
  const answers = await Promise.allSettled(given.map((place) => ask(place, AbortSignal.timeout(10_000))))
  for (const [at, { status }] of answers.entries())
    console.log(status === 'fulfilled' ? 'ok' : 'FAILED', given[at])
  process.exit(answers.every(({ status }) => status === 'fulfilled') ? 0 : 1)
}

const places = [`http://${host}:${PORT}/livez`, `http://${host}:${CONSOLE_PORT}/healthz`]
const isAnswered = await Promise.any(places.map((place) => ask(place))).then(
  () => true,
  () => false,
)
process.exit(isAnswered ? 0 : 1)
