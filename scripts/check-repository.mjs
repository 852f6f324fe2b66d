// Rules about the repository as a whole that no linter knows. Prints a line for each break.
import { existsSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import semver from 'semver'
import { report } from './lib/fault.mjs'
import { repositoryFiles } from './lib/files.mjs'
import { contractionsOf } from './lib/migration-rules.mjs'
import { oddComments, oddWords } from './lib/plain-words.mjs'
import { isProgram, root } from './lib/workspace.mjs'

const code = /\.(ts|tsx|mjs)$/
const tests = /(^|\/)(test|e2e|demo)\/|\.test(ing)?\.|\.fixtures?\./
const product = /^(apps|packages)\/[^/]+\/src\/|^prisma\//
/** Names that the engines use for themselves everywhere: no setting can change them. */
const givenNames = new Set([
  'packages/module-source/src/given-names.ts',
  'packages/shared/src/cli-names.ts',
  'packages/shared/src/module-files.ts',
])
const brandWord = /terraform|opentofu|\btofu\b|hashicorp/i
// Spelt so that this line is none itself.
const looseEnd = /\b(TO[D]O|FIX[M]E|X{3}|H[A]CK)\b/

/** Tells whether users, operators or contributors read a file: the product, or a document. */
const isRead = (path) =>
  (product.test(path) || path.endsWith('.md')) &&
  !tests.test(path) &&
  !/^CHANGELOG\.md$|^prisma\/migrations\/.+\.sql$/.test(path)

/** The rules, each from all files, as `{ path, text }`, to lines that say what is wrong. */
export const rules = {
  'product code has no brand word of a real CLI': (files) =>
    linesWith(files, (path) => product.test(path) && !tests.test(path) && !givenNames.has(path), brandWord),

  'nothing is left unfinished': (files) =>
    linesWith(files, (path) => code.test(path) || /\.(prisma|sql|css)$/.test(path), looseEnd),

  // The files of tests share a process: what one of them leaves there, another may stumble over in some orders alone.
  'what tests of the API share keeps nothing from one file to the next': (files) =>
    linesWith(
      files,
      (path) => /^apps\/api\/test\/(?!.*\.(test|alone|fuzz)\.ts$).*\.ts$/.test(path),
      /^(export )?let /,
    ),

  // The bundler writes that function by variables that nothing here sets: no border and no background are left.
  'style sheets take colors of light and dark from the theme': (files) =>
    linesWith(files, (path) => /^apps\/console\/.*\.css$/.test(path), /light-dark\(/),

  'a doc comment begins with a noun or a verb': (files) =>
    oddComments(files.filter(({ path }) => code.test(path))),

  'the product and its documents do without the words that are out': (files) =>
    oddWords(files.filter(({ path }) => isRead(path))),

  'links in documents lead somewhere': (files) => deadLinks(files.filter(({ path }) => path.endsWith('.md'))),

  'the promises of docs/SECURITY.md name files that are there': (files) => {
    const known = new Set(files.map(({ path }) => path.replace(/(\.(test|spec))?\.(ts|tsx)$/, '$1')))
    const text = files.find(({ path }) => path === 'docs/SECURITY.md')?.text ?? ''
    return [...text.matchAll(/^ {2}(Code|Tests):((?:[ \n]+`[^`]+`,?)+)/gm)].flatMap(([, kind, names]) =>
      [...names.matchAll(/`([^`]+)`/g)]
        .filter(
          ([, name]) =>
            !placesOf(name, kind === 'Tests').some((path) => known.has(path) || isFile(join(root, path))),
        )
        .map(([, name]) => `docs/SECURITY.md: ${kind}: ${name}`),
    )
  },

  'every variable that is read is explained in .env.example': (files) => {
    const textOf = (path) => files.find((file) => file.path === path)?.text ?? ''
    const explained = textOf('.env.example')
    return [...textOf('apps/api/src/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)]
      .filter(([, name]) => !new RegExp(`^#?${name}=`, 'm').test(explained))
      .map(([, name]) => `.env.example: ${name} is missing`)
  },

  'every metric and every line of the overview is explained in docs/OPERATIONS.md': (files) => {
    const textOf = (path) => files.find((file) => file.path === path)?.text ?? ''
    const explained = textOf('docs/OPERATIONS.md')
    const metrics = files
      .filter(({ path }) => /^apps\/api\/src\/.*\.ts$/.test(path) && !tests.test(path))
      .flatMap(({ text }) => [...text.matchAll(/\bgauge\(\s*'(engine_\w+)'/g)])
      .map(([, name]) => `\`${name}\``)
    const entries = textOf('apps/console/src/app/(signed-in)/overview/entries.ts')
    const badges = [...entries.matchAll(/\{ text: '([^']+)', color:/g)].map(([, text]) => `_${text}_`)
    return [...metrics, ...badges]
      .filter((name) => !explained.includes(name))
      .map((name) => `docs/OPERATIONS.md: ${name} is missing in "What to watch"`)
  },

  // `rowsOf` sends what a builder with the types of the schema built: a column that is missing does not compile.
  'rows of SQL are not cast': (files) =>
    linesWith(
      files,
      (path) => /^apps\/api\/src\/.*\.ts$/.test(path) && path !== 'apps/api/src/domain/sql.ts',
      /\$queryRaw/,
    ),

  // So that 1,458 and 26 Nov 2026 read alike on every page.
  'the console writes numbers and times in one place': (files) =>
    linesWith(
      files,
      (path) =>
        /^apps\/console\/src\/(?!ui\/(text\.ts|moment\.tsx)$).*\.tsx?$/.test(path) && !tests.test(path),
      /\.toLocale(Date|Time)?String\(|\bIntl\.(Number|DateTime|RelativeTime|List)Format\(|\.toISOString\(\)\.|>\{[^}]*\.toISOString\(/,
    ),

  'a migration leaves what the release before it needs, or says why not': (files) =>
    files
      .filter(({ path }) => /^prisma\/migrations\/.+\.sql$/.test(path))
      .flatMap(({ path, text }) => contractionsOf(text).map((line) => `${path}: ${line}`)),

  'versions are pinned': (files) =>
    manifests(files).flatMap(({ path, manifest }) =>
      Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
        .filter(([name, version]) => !semver.valid(version) && !name.startsWith('@engine/'))
        .map(([name, version]) => `${path}: ${name} is ${version}`),
    ),

  'each override has its reason in CONTRIBUTING.md': (files) => {
    const textOf = (path) => files.find((file) => file.path === path)?.text ?? '{}'
    const [, reasons = ''] = textOf('CONTRIBUTING.md').split('### Pinned packages')
    return Object.keys(JSON.parse(textOf('package.json')).overrides ?? {})
      .filter((name) => !reasons.includes(`\`${name}\``))
      .map((name) => `CONTRIBUTING.md: ${name} is missing in "Pinned packages"`)
  },

  'a release has one number, and an entry in the changelog': (files) => {
    const textOf = (path) => files.find((file) => file.path === path)?.text ?? '{}'
    const { version } = JSON.parse(textOf('package.json'))
    const faults = manifests(files)
      .filter(({ path, manifest }) => path !== 'package.json' && manifest.version)
      .map(({ path }) => `${path}: drop version; package.json has it`)
    const locked = JSON.parse(textOf('package-lock.json')).version
    if (locked !== version)
      faults.push(
        `package-lock.json: version is ${locked}; npm install --package-lock-only makes it ${version}`,
      )
    if (
      !textOf('CHANGELOG.md')
        .split('\n')
        .some((line) => `${line} `.startsWith(`## ${version} `))
    )
      faults.push(`CHANGELOG.md: no heading "## ${version}"`)
    return faults
  },

  'the lock file works anywhere': (files) => {
    const [oldest] = manifests(files).flatMap(({ path, manifest }) =>
      path === 'package.json' ? [semver.minVersion(manifest.engines.node)] : [],
    )
    const lock = JSON.parse(files.find(({ path }) => path === 'package-lock.json')?.text ?? '{"packages":{}}')
    return Object.entries(lock.packages).flatMap(([path, entry]) =>
      lockFaults(lock.packages, path, entry, oldest),
    )
  },
}

/** Places of a file that a promise names: below the API's sources or tests, the console's, a package's, or the root. */
function placesOf(name, isTest) {
  const [first, ...rest] = name.split('/')
  const places = [
    `apps/api/src/${name}`,
    `apps/api/test/${name}`,
    `apps/console/src/${rest.join('/')}`,
    `packages/${first}/src/${rest.join('/')}`,
    name,
  ]
  return isTest ? places.flatMap((place) => [`${place}.test`, `${place}.spec`]) : places
}

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

function linesWith(files, concerns, pattern) {
  return files
    .filter(({ path }) => concerns(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    )
}

function manifests(files) {
  return files
    .filter(({ path }) => /(^|\/)package\.json$/.test(path))
    .map(({ path, text }) => ({ path, manifest: JSON.parse(text) }))
}

/** Links of documents to a file that is not there, or to a heading that is not in it. */
function deadLinks(documents) {
  const anchors = new Map(documents.map(({ path, text }) => [path, anchorsOf(text)]))
  const leads = (from, target) => {
    const [file, anchor] = target.split('#')
    const path = file ? posix.join(posix.dirname(from), decodeURI(file)) : from
    if (!anchors.has(path)) return existsSync(join(root, path))
    return anchor === undefined || anchors.get(path).includes(anchor)
  }
  return documents.flatMap(({ path, text }) =>
    [...text.matchAll(/!?\[[^\]]*\]\(([^)\s]+)[^)]*\)/g)]
      .map(([, target]) => target)
      .filter((target) => !/^([a-z]+:|\/\/)/i.test(target) && !leads(path, target))
      .map((target) => `${path}: ${target}`),
  )
}

/** Anchor of a heading, as forges make it: `## The rooms, in short` is `#the-rooms-in-short`. */
const anchorsOf = (text) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )

/** No download hosts; nothing that the oldest supported Node.js is too old for; every platform's binaries. */
function lockFaults(packages, path, { resolved, engines, optionalDependencies = {} }, oldest) {
  const near = (name) => packages[`${path}/node_modules/${name}`] ?? packages[`node_modules/${name}`]
  const faults = []
  if (/^https?:/.test(resolved ?? '')) faults.push(`package-lock.json: ${path} names the host it came from`)
  if (oldest && engines?.node && !semver.satisfies(oldest, engines.node)) {
    faults.push(`package-lock.json: ${path} wants Node.js ${engines.node}`)
  }
  const missing = Object.keys(optionalDependencies).filter((name) => !near(name))
  if (missing.length > 0) faults.push(`package-lock.json: ${path} lacks ${missing.join(', ')}`)
  return faults
}

if (isProgram(import.meta.url)) {
  const files = repositoryFiles(/\.(ts|tsx|mjs|json|md|prisma|sql|css|graphql)$|(^|\/)\.env\.example$/)
  const faults = Object.entries(rules).flatMap(([rule, breaks]) =>
    breaks(files).map((line) => `${rule}: ${line}`),
  )
  if (files.length === 0) faults.push('no files were found')
  report(faults, `${files.length} files keep ${Object.keys(rules).length} rules`)
}
