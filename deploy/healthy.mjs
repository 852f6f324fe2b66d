// Ends with 0 when the program of this container answers that it runs. Whether a replica can serve is the proxy's
// question (`/readyz`): a database that is away for a moment is no reason to restart the API.
const { PORT = '4000', CONSOLE_PORT = '3000' } = process.env
const places = [`http://127.0.0.1:${PORT}/livez`, `http://127.0.0.1:${CONSOLE_PORT}/healthz`]

const answers = await Promise.all(
  places.map((place) =>
    fetch(place, { signal: AbortSignal.timeout(2000) }).then(
      ({ ok }) => ok,
      () => false,
    ),
  ),
)
process.exit(answers.includes(true) ? 0 : 1)
