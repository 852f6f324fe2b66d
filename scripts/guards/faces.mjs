/** What the faces let in, and how much of it. */
export const faces = [
  {
    promise:
      'an address is believed only from the proxies that are trusted, and from the console by its signature',
    guards: [
      {
        id: 'proxy-trusted',
        file: 'apps/api/src/app.ts',
        replace: ".set('trust proxy', [...config.trustedProxies])",
        by: ".set('trust proxy', true)",
        test: 'apps/api/test/rest/limits.test.ts',
        name: 'nobody gets around a limit by saying to come from elsewhere',
      },
      {
        id: 'proxy-hop',
        file: 'apps/api/src/http/client-address.ts',
        replace: "if (!isFromConsole(headers, forwarded, keys)) chain.push(direct ?? '')",
        by: '',
        test: 'apps/api/src/http/client-address.test.ts',
        name: 'without a signature nobody is believed about addresses',
      },
      {
        id: 'proxy-hop-covers',
        file: 'apps/console/src/session/upstream.ts',
        replace: ".update(`${requestId}\\n${forwardedFor ?? ''}`)",
        by: '.update(`${requestId}\\n`)',
        test: 'apps/console/src/session/upstream.test.ts',
        name: 'the signature of a hop covers the request and every address',
      },
      {
        id: 'proxy-console',
        file: 'apps/console/src/session/forwarded.ts',
        replace: "[...sane.slice(-20), plain(peer ?? '')]",
        by: "[plain(peer ?? ''), ...sane.slice(-20)]",
        test: 'apps/console/src/session/forwarded.test.ts',
        name: 'the address of the connection stands at the end, whatever the sender claims',
      },
    ],
  },
  {
    promise: 'no body is longer than a mebibyte, but for uploads',
    guards: [
      {
        id: 'body-rest',
        file: 'apps/api/src/rest/jsonapi/body.ts',
        replace: 'const limit = 1024 * 1024',
        by: 'const limit = 1024 ** 3',
        test: 'apps/api/test/rest/engine-versions.create.test.ts',
        name: 'a body above 1 MiB is 413, before its type is looked at',
      },
      {
        id: 'body-graphql',
        file: 'apps/api/src/graphql/server.ts',
        replace: "express.json({ limit: '1mb'",
        by: "express.json({ limit: '1gb'",
        test: 'apps/api/test/graphql/limits.test.ts',
        name: 'a body above 1 MiB is 413',
      },
    ],
  },
  {
    promise: 'no document of GraphQL costs without bound',
    guards: [
      {
        id: 'graphql-depth',
        file: 'apps/api/src/graphql/server.ts',
        replace: 'depthLimit(limits.depth),\n',
        by: '',
        test: 'apps/api/test/graphql/engine-versions.test.ts',
        name: 'a document that nests too deep is refused, also through fragments that spread each other',
      },
      {
        id: 'graphql-aliases',
        file: 'apps/api/src/graphql/server.ts',
        replace: 'aliasLimit(limits.aliases),\n',
        by: '',
        test: 'apps/api/test/graphql/limits.test.ts',
        name: 'a document with very many aliases is refused',
      },
      {
        id: 'graphql-changes',
        file: 'apps/api/src/graphql/server.ts',
        replace: 'mutationLimit(limits.changes),',
        by: '',
        test: 'apps/api/test/graphql/limits.test.ts',
        name: 'one request makes no more than ten changes, however they are written',
      },
      {
        id: 'graphql-things',
        file: 'apps/api/src/graphql/server.ts',
        replace: 'costLimit(limits.things),',
        by: '',
        test: 'apps/api/test/graphql/limits.test.ts',
        name: 'an operation that may bring in too many things is refused before anything is looked up',
      },
      {
        id: 'graphql-tokens',
        file: 'apps/api/src/graphql/server.ts',
        replace: 'parseOptions: { maxTokens: limits.tokens },',
        by: '',
        test: 'apps/api/test/graphql/limits.test.ts',
        name: 'a document of very many words is not even read to its end',
      },
      {
        id: 'graphql-batch',
        file: 'apps/api/src/graphql/server.ts',
        replace: 'stopOnTerminationSignals: false,',
        by: 'stopOnTerminationSignals: false,\n    allowBatchedHttpRequests: true,',
        test: 'apps/api/test/graphql/limits.test.ts',
        name: 'a batch of operations is refused as a whole',
      },
    ],
  },
  {
    promise: 'GraphQL takes bearers alone, and answers POST alone',
    guards: [
      {
        id: 'graphql-post',
        file: 'apps/api/src/graphql/server.ts',
        replace: 'router.use(onlyPost)',
        by: '',
        test: 'apps/api/test/graphql/engine-versions.test.ts',
        name: 'a bad bearer is 401, another method 405, a body that is no JSON 400',
      },
      {
        id: 'graphql-bearer',
        file: 'apps/api/src/graphql/server.ts',
        replace: 'await limit.admit(res, (guess) => identify(authentication, req, res, guess))',
        by: 'await limit.admit(res, (guess) => identify(authentication, req, res, guess).catch(() => {}))',
        test: 'apps/api/test/graphql/engine-versions.test.ts',
        name: 'a bad bearer is 401, another method 405, a body that is no JSON 400',
      },
    ],
  },
  {
    promise:
      'whatever a stranger sends to whichever face: no 5xx, no hang, nothing told of the inside, flat memory',
    guards: [
      {
        id: 'stranger-path',
        file: 'apps/api/src/registry/failures.ts',
        replace: 'if (error instanceof URIError) return plain(404)',
        by: '',
        test: 'apps/api/test/registry/strange-paths.test.ts',
        name: 'a path that cannot be decoded is a miss on every face, without a word about the inside',
      },
      {
        id: 'stranger-text',
        file: 'apps/api/src/kernel/input.ts',
        replace: '!/[\\0\\p{Surrogate}]/u.test(value)',
        by: 'value.length >= 0',
        test: 'apps/api/test/rest/text-characters.test.ts',
        name: 'a text with a NUL or half a surrogate pair is invalid, and any other character is kept',
      },
    ],
  },
]
