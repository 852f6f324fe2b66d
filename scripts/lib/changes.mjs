import { execFileSync } from 'node:child_process'
import { root } from './workspace.mjs'

/** Commit that a change is compared with: where its branch left the main one, HEAD on that itself; undefined without git. */
export function baseOfChange() {
  const head = git('rev-parse', 'HEAD')
  if (!head) return undefined
  const main = ['origin/main', 'main'].find((name) => git('rev-parse', '--verify', '--quiet', name))
  return (main && git('merge-base', 'HEAD', main)) || head
}

/** Commit that lacks the whole change: as above, and the parent where HEAD is that commit and nothing is changed. */
export function commitBefore() {
  const base = baseOfChange()
  if (!base || base !== git('rev-parse', 'HEAD') || git('status', '--porcelain')) return base
  return git('rev-parse', '--verify', '--quiet', 'HEAD^')
}

/** Paths that differ from a commit, with new files that git does not ignore, and without removed ones. */
export function pathsChangedSince(commit) {
  const listed = [
    git('diff', '--name-only', '--no-renames', '--diff-filter=d', '-z', commit),
    git('ls-files', '--others', '--exclude-standard', '-z'),
  ]
  return [...new Set(listed.flatMap((paths) => (paths ?? '').split('\0').filter(Boolean)))].sort()
}

/** Files of a commit whose paths match, as `{ path, text }`. */
export function filesOfCommit(commit, pattern) {
  const paths = (git('ls-tree', '-r', '-z', '--name-only', commit) ?? '')
    .split('\0')
    .filter((path) => pattern.test(path))
  const bytes = execFileSync('git', ['cat-file', '--batch'], {
    cwd: root,
    input: paths.map((path) => `${commit}:${path}\n`).join(''),
    maxBuffer: 2 ** 30,
  })
  let at = 0
  return paths.map((path) => {
    const lineEnd = bytes.indexOf('\n', at)
    const size = Number(bytes.subarray(at, lineEnd).toString().split(' ')[2])
    at = lineEnd + 1 + size + 1
    return { path, text: bytes.subarray(lineEnd + 1, lineEnd + 1 + size).toString() }
  })
}

/** Messages of the commits after another one. */
export const messagesSince = (commit) => git('log', '--format=%B', `${commit}..HEAD`) ?? ''

/** Output of git without its last line end; undefined where git fails or is missing. */
function git(...args) {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 28 }
    return execFileSync('git', args, options).trimEnd()
  } catch {
    return undefined
  }
}
