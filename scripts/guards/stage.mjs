import { rmSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'

/** Made by tools or by running the platform, as `data` at the root is too; no test reads them. */
const leftBehind = new Set(['.git', '.next', '.turbo', '.cache', 'test-results', 'playwright-report'])

/** What tools keep in a folder of packages: each copy of the repository keeps its own. */
const kept = new Set(['.cache', '.vite', '.vite-temp'])

/**
 * A copy of the repository to be damaged: its own files for real, installed packages as links, and the packages of the
 * repository itself as links to the copy. Returns `{ folder, damage(guard), remove() }`.
 */
export async function openStage(root) {
  const folder = await mkdtemp(join(tmpdir(), 'engine-guards-'))
  const packages = []
  await cp(root, folder, {
    recursive: true,
    filter: (path) => {
      if (basename(path) === 'node_modules') packages.push(relative(root, path))
      const isOwn = path !== join(root, 'data') && !leftBehind.has(basename(path))
      return isOwn && basename(path) !== 'node_modules'
    },
  })
  for (const path of packages) await linkPackages(join(root, path), join(folder, path))
  return {
    folder,
    damage: (guard) => damage(folder, guard),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function linkPackages(from, to) {
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from)) {
    if (kept.has(name)) continue
    // Links that lead into the repository, which lead into the copy from here.
    if (name === '@engine')
      await cp(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
    else await symlink(join(from, name), join(to, name))
  }
}

/** Writes the file with the guard switched off; the function that it returns mends it again. */
async function damage(folder, { file, replace, by }) {
  const path = join(folder, file)
  const whole = await readFile(path, 'utf8')
  await writeFile(path, damaged(whole, { replace, by }))
  return () => writeFile(path, whole)
}

/** The text with the one place of the guard replaced. */
export function damaged(text, { replace, by }) {
  const at = text.indexOf(replace)
  return text.slice(0, at) + by + text.slice(at + replace.length)
}
