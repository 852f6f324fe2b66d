import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const shared = '/dev/shm'
const room = 4 * 1024 ** 3

/**
 * A folder in memory for the temporary files of a run: databases that live for seconds cost a third more time on a disk.
 * `{ TMPDIR }`, removed when this process exits; nothing where the system has no such folder, or no room in it.
 */
export function memoryFolder() {
  if (!hasRoom()) return {}
  const folder = mkdtempSync(`${shared}/engine-test-`)
  // PostgreSQL runs as another user where root runs the tests.
  chmodSync(folder, 0o755)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return { TMPDIR: folder }
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(shared)
    return bavail * bsize >= room && freemem() >= 2 * room && runsPrograms()
  } catch {
    return false
  }
}

/** The CLI runs its providers from where it has installed them. */
function runsPrograms() {
  const [, , , options = 'noexec'] =
    readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, folder]) => folder === shared) ?? []
  return !options.split(',').includes('noexec')
}
