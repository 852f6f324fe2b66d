/** What answers tell, and what may be made of them. */
export const answers = [
  {
    promise: 'the answer to an internal failure does not reveal its cause',
    guards: [
      {
        id: 'failure-rest',
        file: 'apps/api/src/rest/jsonapi/errors.ts',
        replace: "return just(plainError(500, 'internal server error'))",
        by: "return just({ ...plainError(500, 'internal server error'), detail: String(error) })",
        test: 'apps/api/test/rest/headers.test.ts',
        name: 'a failure of our own is 500 in the form of every error, without any of its cause',
      },
      {
        id: 'failure-registry',
        file: 'apps/api/src/registry/failures.ts',
        replace: 'return plain(500)',
        by: 'return { status: 500, errors: [String(error)] }',
        test: 'apps/api/test/modules/protocol.test.ts',
        name: 'a failure of our own is 500 without any of its cause',
      },
      {
        id: 'failure-graphql',
        file: 'apps/api/src/graphql/errors.ts',
        replace: "return { ...formatted, message: 'internal server error', extensions",
        by: 'return { ...formatted, extensions',
        test: 'apps/api/test/graphql/failures.test.ts',
        name: 'a failure of our own is told without its cause, which is in the log',
      },
      {
        id: 'failure-elsewhere',
        file: 'apps/api/src/http/fallback.ts',
        replace: "res.status(500).type('text/plain').send('internal server error\\n')",
        by: 'next(error)',
        test: 'apps/api/src/http/fallback.test.ts',
        name: 'a failure outside of every face is told without its cause, which is in the log',
      },
    ],
  },
  {
    promise:
      'every answer of the API tells browsers that it is data: not to run it, frame it, guess its type or send its address as a referrer',
    guards: [
      {
        id: 'headers-api',
        file: 'apps/api/src/app.ts',
        replace: "app.use(securityHeaders(publicUrl.startsWith('https:')))",
        by: '',
        test: 'apps/api/test/security-headers.test.ts',
        name: 'every answer of every face has the headers that keep browsers from making anything of it',
      },
      {
        id: 'headers-reference',
        file: 'apps/api/src/rest/reference.ts',
        replace: "script-src 'self'",
        by: "script-src 'self' 'unsafe-inline'",
        test: 'apps/api/test/rest/reference.test.ts',
        name: 'GET /api/docs is a page that asks this service alone',
      },
      {
        id: 'headers-file',
        file: 'apps/api/src/registry/send-file.ts',
        replace: 'res.setHeader(\'Content-Disposition\', `attachment; filename="${file.name}"`)',
        by: '',
        test: 'apps/api/test/modules/archives.test.ts',
        name: 'comes without a token, with the very bytes that were uploaded',
      },
    ],
  },
  {
    promise: 'metrics contain no names, and requests cannot create metrics of their own',
    guards: [
      {
        id: 'metrics-rows',
        file: 'apps/api/src/http/metrics.ts',
        replace: "?? 'other'",
        by: '?? path',
        test: 'apps/api/test/rest/metrics.test.ts',
        name: 'what is none of our paths and methods makes no row of its own',
      },
    ],
  },
]
