// Ends with 0 when the program of this container answers that it runs. Whether a replica can serve is the proxy's
// question (`/readyz`): a database that is away for a moment is no reason to restart the API.
// With addresses as arguments: when each of them answers.
const { HOST = '', PORT = '4000', CONSOLE_PORT = '3000' } = process.env
const given = process.argv.slice(2)
// What listens at all addresses listens at this machine's own one.
const own = { '': '127.0.0.1', '0.0.0.0': '127.0.0.1', '::': '[::1]' }
const host = own[HOST] ?? (HOST.includes(':') ? `[${HOST}]` : HOST)
const places =
  given.length > 0 ? given : [`http://${host}:${PORT}/livez`, `http://${host}:${CONSOLE_PORT}/healthz`]

const answers = await Promise.all(
  places.map((place) =>
    fetch(place, { signal: AbortSignal.timeout(given.length > 0 ? 10_000 : 2000) }).then(
      ({ ok }) => ok,
      () => false,
    ),
  ),
)
if (given.length > 0)
  for (const [at, place] of places.entries()) console.log(answers[at] ? 'ok' : 'FAILED', place)
process.exit((given.length > 0 ? answers.every(Boolean) : answers.includes(true)) ? 0 : 1)
