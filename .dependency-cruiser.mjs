// Who may import whom: the table of docs/ARCHITECTURE.md as rules. A room names what of our own code it may see;
// everything else of ours is refused, type-only imports included.
const api = '^apps/api/src'
const shared = '^packages/shared/'
const threads = '^packages/threads/'
const limitedServer = '^packages/limited-server/'
const moduleSource = '^packages/module-source/'
const providerSource = '^packages/provider-source/'
// What is refused of a release; OpenPGP itself is a matter of adapters.
const providerRules = `${providerSource}(src|dist)/[^/]+$`
// What a module says, what it is found by, what is refused of it, and what its versions promise; how it is read is a
// matter of adapters.
const moduleRules = `${moduleSource}(src|dist)/(module-source|module-documents|search-words|searched-texts|archive|comparison/[^/]+)[.]`
const kernel = `${api}/kernel/`
const stores = `${api}/domain/.*[/.]store[.]ts$`
const services = `${api}/domain/.+[.]service[.]ts$`
// What tests and the sample data ask instead of a public registry, and sign providers with.
const originTwin = '^apps/api/load/src/origin/'
// Builds SQL, for the rooms that may send some.
const sql = `${api}/domain/sql[.]ts$`
const domainButStores = `${api}/domain/(?!sql[.]ts$|.*[/.]store[.]ts$)`
// Who acts: people, what they belong to, and what they prove it by. A sign-in or a lost token is one transaction over all.
const whoActs = `${api}/domain/(people|teams|tokens|sign-in|accounts|ci-identities)/`
const programs = `${api}/(main|migrate|backup/main|keys/main)[.]ts$|${api}/adapters/.*-worker[.]mjs$`
const generatedClient = `${api}/generated/prisma/`
const tests = '[.]test(ing)?[.](tsx?|mjs)$'

const npm = (names) => `(^|/)node_modules/(${names})/`
const prisma = npm('@prisma/[^/]+|prisma|kysely')
const web = npm('express|@apollo/[^/]+|@as-integrations/[^/]+|type-graphql|graphql|helmet')

const rooms = [
  { name: 'shared', from: shared, may: [shared], never: [web, prisma] },
  { name: 'threads', from: threads, may: [threads], never: [web, prisma] },
  { name: 'limited-server', from: limitedServer, may: [limitedServer], never: [web, prisma] },
  { name: 'module-source', from: moduleSource, may: [moduleSource, shared, threads], never: [web, prisma] },
  { name: 'provider-source', from: providerSource, may: [providerSource, shared], never: [web, prisma] },
  {
    name: 'publish',
    from: '^packages/publish/',
    // What it says before anything is sent must be what the platform says: the same code reads modules and releases.
    may: ['^packages/publish/', shared, moduleSource, providerSource],
    never: [web, prisma],
  },
  { name: 'kernel', from: kernel, may: [kernel, shared], never: [web, prisma] },
  {
    name: 'domain',
    from: `${api}/domain/([^/]+)/`,
    but: [stores, whoActs],
    // Its own store and shapes; of another area anything but its store.
    may: [kernel, shared, moduleRules, providerRules, `${api}/domain/$1/`, domainButStores],
    never: [web, prisma],
  },
  {
    name: 'who acts',
    from: whoActs,
    but: stores,
    // The stores of each other too, by the parts that an area hands on to those above it.
    may: [kernel, shared, moduleRules, providerRules, whoActs, domainButStores],
    never: [web, prisma],
  },
  {
    name: 'stores',
    from: stores,
    may: [kernel, shared, moduleRules, providerRules, `${api}/domain/`, generatedClient],
    never: [web],
  },
  {
    name: 'http',
    from: `${api}/http/`,
    may: [`${api}/http/`, kernel, shared, limitedServer, domainButStores],
    never: [prisma],
  },
  ...['graphql', 'rest', 'registry'].map((face) => ({
    name: face,
    from: `${api}/${face}/`,
    may: [`${api}/${face}/`, `${api}/http/`, kernel, shared, moduleRules, providerRules, domainButStores],
    never: [prisma],
  })),
  {
    name: 'adapters',
    from: `${api}/adapters/`,
    may: [
      `${api}/adapters/`,
      kernel,
      shared,
      threads,
      moduleSource,
      providerSource,
      domainButStores,
      sql,
      generatedClient,
    ],
    never: [],
  },
  {
    name: 'jobs',
    from: `${api}/jobs/`,
    may: [`${api}/jobs/`, kernel, shared, domainButStores],
    never: [web, prisma],
  },
  {
    name: 'api',
    from: '^apps/api/',
    but: '^apps/api/test/',
    may: ['^apps/api/', shared, threads, limitedServer, moduleSource, providerSource],
    never: [],
  },
  {
    name: 'tests of the api',
    from: '^apps/api/test/',
    may: ['^apps/api/', '^scripts/lib/', shared, threads, limitedServer, moduleSource, providerSource],
    never: [],
  },
  {
    name: 'console',
    from: '^apps/console/',
    may: ['^apps/console/', shared, limitedServer, providerRules],
    never: [prisma],
  },
  { name: 'e2e', from: '^e2e/', may: ['^e2e/', shared, '^scripts/lib/', originTwin], never: [prisma] },
]

const roomRules = rooms.flatMap(({ name, from, but = [], may, never }) => {
  const source = { path: from, pathNot: [tests, but].flat() }
  // A library may lie in the folder of a workspace too, beside another version at the root.
  const ours = { path: '^(apps|packages|e2e|scripts|prisma)/', pathNot: ['/node_modules/', ...may] }
  return [
    { name: `${name} sees only its own`, severity: 'error', from: source, to: ours },
    ...(never.length > 0
      ? [{ name: `${name} knows no such library`, severity: 'error', from: source, to: { path: never } }]
      : []),
  ]
})

export default {
  forbidden: [
    ...roomRules,
    {
      name: 'a store calls no service',
      severity: 'error',
      from: { path: stores },
      to: { path: services },
    },
    {
      name: 'an adapter implements interfaces and calls no service',
      severity: 'error',
      from: { path: `${api}/adapters/`, pathNot: tests },
      to: { path: services },
    },
    {
      // A test asks for whatever these may cache.
      name: 'answers are cached where resources are served, and by the registry',
      severity: 'error',
      from: { path: `${api}/(rest|graphql|jobs)/`, pathNot: `${api}/rest/jsonapi/serve[.]` },
      to: { path: `${api}/http/response-cache[.]` },
    },
    {
      name: 'the product imports no tests',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: tests },
      to: { path: [tests, '^apps/[^/]+/(test|load)/', '^packages/shared/(src|dist)/rule[.]'] },
    },
    { name: 'no cycles', severity: 'error', from: { pathNot: '/generated/' }, to: { circular: true } },
    {
      name: 'no orphans',
      severity: 'error',
      from: {
        orphan: true,
        // Next finds the files of its routes by name; a preload is named on a command line.
        pathNot: [
          '[.]config[.](ts|mjs)$',
          '^apps/console/src/app/',
          'stop-with-parent[.]mjs$',
          // Packages read them by their own names among the exports.
          '^packages/shared/src/(module-files|provider-docs|proxy-connector)[.]ts$',
          '^packages/provider-source/src/(checksums|release)[.]ts$',
          tests,
        ],
      },
      to: {},
    },
    {
      name: 'production loads every file of the API',
      severity: 'error',
      // The programs, and the threads that they start by their address.
      from: { path: programs },
      to: { path: `${api}/`, pathNot: [tests, programs, generatedClient], reachable: false },
    },
    {
      name: 'every import is found',
      severity: 'error',
      from: { pathNot: '/generated/' },
      // The build may not be there yet.
      to: { couldNotResolve: true, pathNot: '/dist/' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '/dist/'] },
    exclude: { path: ['/[.]next[^/]*/', '[.](css|module[.]css)$', '/next(-env)?[.]d[.]ts$'] },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
      extensionAlias: { '.js': ['.ts', '.tsx', '.js'] },
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'types', 'default'],
    },
  },
}
