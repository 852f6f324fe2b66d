import { serveBare } from './bare.js'

/** The limit of the platform: what `node:http` takes by itself. */
serveBare((answer) => (_req, res) => {
  const { status, headers, bytes } = answer()
  res.writeHead(status, headers).end(bytes)
})
