import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Ask for no more than to keep their text: anything may be built with them and sold. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
])

/** Others that are fine as they are used here, each with the reason; a name may end in `*`. */
const exceptions = [
  {
    name: '@cdktn/hcl2json',
    license: 'MPL-2.0',
    why: 'used unchanged as a file of its own; the licence asks for changes to its files alone',
  },
  {
    name: '@img/sharp-*',
    license: 'LGPL-3.0-or-later',
    why: 'an optional library of the console’s framework, loaded at run time, unchanged and replaceable',
  },
  {
    name: 'caniuse-lite',
    license: 'CC-BY-4.0',
    why: 'a table of browsers that the console’s build reads; its authors are named in it',
  },
  {
    name: 'openpgp',
    license: 'LGPL-3.0+',
    why: 'loaded at run time from its own files, unchanged and replaceable',
  },
]

/**
 * The packages that run in production, from the lock file of a repository: what its workspaces depend on, and what that
 * depends on, without what only tests and builds need. As `{ path, name, version, license }`; what is not installed on
 * this machine, being for another one, has the licence that the lock file says.
 */
export function productionPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const found = new Map()
  for (const [path, entry] of Object.entries(packages))
    if (!path.includes('node_modules/')) collect(path, entry, { ...entry.dependencies })
  return [...found.values()]

  function collect(path, entry, wanted) {
    for (const name of Object.keys({ ...wanted, ...entry.optionalDependencies })) {
      const at = placeOf(packages, path, name)
      if (at === undefined || found.has(at)) continue
      const next = packages[at]
      // A workspace of the repository itself, which is looked at by its own name.
      if (next.link) continue
      found.set(at, { path: at, name, version: next.version, license: licenseOf(root, at, next) })
      collect(at, next, { ...next.dependencies, ...neededPeers(next) })
    }
  }
}

const neededPeers = ({ peerDependencies = {}, peerDependenciesMeta = {} }) =>
  Object.fromEntries(
    Object.entries(peerDependencies).filter(([name]) => !peerDependenciesMeta[name]?.optional),
  )

/** Where Node.js finds a package from a folder: in the nearest `node_modules` above it. */
function placeOf(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') return undefined
  }
}

function licenseOf(root, path, entry) {
  const manifest = join(root, path, 'package.json')
  const { license = entry.license } = existsSync(manifest)
    ? JSON.parse(readFileSync(manifest, 'utf8'))
    : entry
  return typeof license === 'string' ? license : undefined
}

/** A line for each package whose licence is neither allowed nor excepted, and for each exception that nothing needs. */
export function licenceFaults(packages) {
  const used = new Set()
  const wrong = packages.filter(({ name, license = '' }) => {
    if (mayUse(license, allowed)) return false
    const exception = exceptions.find((each) => isNamed(name, each.name))
    if (exception) used.add(exception)
    return !exception || !mayUse(license, new Set([...allowed, exception.license]))
  })
  return [
    ...wrong.map(({ path, version, license }) => `${path} ${version}: ${license ?? 'it names no licence'}`),
    ...exceptions
      .filter((each) => !used.has(each))
      .map(({ name }) => `the exception for ${name} is needed by nothing`),
  ]
}

const isNamed = (name, pattern) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern

/** Of an expression such as `(MIT OR GPL-3.0)` one side is enough, of `MIT AND BSD-3-Clause` all are needed. */
export function mayUse(expression, licenses) {
  const words = expression.replace(/^\((.*)\)$/, '$1')
  const sides = words.split(/ OR /i)
  if (sides.length > 1) return sides.some((side) => mayUse(side, licenses))
  return words.split(/ AND /i).every((license) => licenses.has(license))
}
