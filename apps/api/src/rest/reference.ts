import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Router } from 'express'
import { namesTag, tagOf } from '../http/etags.js'
import { openApiDocument } from './openapi/document.js'

const require = createRequire(import.meta.url)
const folder = dirname(require.resolve('swagger-ui-dist/package.json'))

const files: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
}

/** Content policy of the page: everything comes from this service, and it may call nothing else. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Platform API reference</title>
<link rel="icon" href="/api/docs/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/reference.css">
</head>
<body>
<main id="reference"></main>
<noscript><p>The same as a document: <a href="/api/openapi.json">openapi.json</a></p></noscript>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/reference.js"></script>
</body>
</html>
`

const script = `const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  validatorUrl: null,
})
`

const style = `body { margin: 0 }
html.dark-mode body { background: #1c2022 }
@media (max-width: 640px) {
  #reference { overflow-x: clip }
  .swagger-ui .opblock-tag { flex-wrap: wrap }
  .swagger-ui .opblock-tag small { order: 1; flex-basis: 100%; padding: 0 }
}
`

/** `GET /api/openapi.json`, the document, and `GET /api/docs`, the page that shows it; both without a token. */
export function referenceRoutes(): Router {
  const router = Router({ caseSensitive: true })
  const document = once(() => Buffer.from(JSON.stringify(openApiDocument())))
  router.get('/openapi.json', (req, res) => {
    const tag = tagOf(document())
    res.setHeader('Cache-Control', 'public, no-cache').setHeader('ETag', tag)
    if (namesTag(req.get('if-none-match') ?? '', tag)) return void res.status(304).end()
    res.setHeader('Content-Type', 'application/json').end(document())
  })
  router.use('/docs', (_req, res, next) => {
    res.setHeader('Content-Security-Policy', policy).setHeader('Cache-Control', 'public, no-cache')
    next()
  })
  const own = {
    '/docs': ['html', page],
    '/docs/reference.js': ['js', script],
    '/docs/reference.css': ['css', style],
  }
  for (const [path, [type = '', text]] of Object.entries(own))
    router.get(path, (_req, res) => void res.type(type).send(text))
  for (const [name, type] of Object.entries(files))
    router.get(`/docs/${name}`, (_req, res) => void res.type(type).sendFile(join(folder, name)))
  return router
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
