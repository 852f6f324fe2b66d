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
    name: '@fontsource-variable/inter',
    license: 'OFL-1.1',
    why: 'a typeface that the console shows, unchanged; the licence forbids to sell it by itself alone',
  },
  {
    name: '@fontsource-variable/source-code-pro',
    license: 'OFL-1.1',
    why: 'a typeface that the console shows, unchanged; the licence forbids to sell it by itself alone',
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
    name: 'elkjs',
    license: 'EPL-2.0',
    why: 'drawn in by a screen of Prisma’s command line, which production does not run',
  },
  {
    name: 'openpgp',
    license: 'LGPL-3.0+',
    why: 'unchanged and replaceable: loaded at run time from its own files, and readable text in the program that publishes',
  },
  {
    name: 'seq-queue',
    license: '',
    why: 'drawn in by Prisma’s command line, which production does not run; its LICENSE is the MIT licence',
  },
]

/**
 * The packages of a lock file that are there for more than tests and builds, optional ones among them; as `{ path, name,
 * version, license }`. What is not installed on this machine, being for another one, has the licence of the lock file.
 */
export function productionPackages(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, entry]) => ({
      path,
      name: path.split('node_modules/').at(-1),
      version: entry.version,
      license: licenseOf(root, path, entry),
    }))
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

/** Tells whether a licence may be used: one side of `(MIT OR GPL-3.0)` is enough, `MIT AND BSD-3-Clause` needs both. */
export function mayUse(expression, licenses) {
  const words = expression.replace(/^\((.*)\)$/, '$1')
  const sides = words.split(/ OR /i)
  if (sides.length > 1) return sides.some((side) => mayUse(side, licenses))
  return words.split(/ AND /i).every((license) => licenses.has(license))
}
