import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { root } from './workspace.mjs'

const skipped = /(^|\/)(node_modules|dist|generated|coverage|test-results|playwright-report|\.[^/]+)$|^data$/

/** The files of the repository whose paths match, with their text; paths relative, with slashes. */
export function repositoryFiles(pattern) {
  return repositoryPaths(pattern).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Paths of the files that git has or would add; without git, of every file that no tool made. */
export function repositoryPaths(pattern, folder = root) {
  return listed(folder).filter((path) => pattern.test(path) && existsSync(join(folder, path)))
}

function listed(folder) {
  try {
    const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
    return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\0')
      .filter(Boolean)
  } catch {
    return walk(folder, folder)
  }
}

function walk(folder, top) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = join(folder, entry.name)
    const path = relative(top, full).split(sep).join('/')
    if (entry.isDirectory()) return skipped.test(path) ? [] : walk(full, top)
    return [path]
  })
}
