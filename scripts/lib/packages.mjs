import { readFileSync } from 'node:fs'
import { Fault } from './fault.mjs'
import { run } from './processes.mjs'
import { root } from './workspace.mjs'

/**
 * Tells whether node_modules lacks a package of the lock file. npm writes its own list of installed packages last, so
 * an interrupted installation shows as missing. Packages for other systems are never there.
 */
function packagesMissing() {
  const wanted = packagesIn(`${root}/package-lock.json`)
  const present = packagesIn(`${root}/node_modules/.package-lock.json`)
  return Object.entries(wanted).some(
    ([path, { version, link, optional }]) =>
      path.includes('node_modules/') &&
      !optional &&
      // A workspace of ours has a link and no version.
      (link ? !present[path] : present[path]?.version !== version),
  )
}

function packagesIn(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages
  } catch {
    return {}
  }
}

/** Installs the packages of the lock file where they are missing or different. */
export async function installPackages(progress) {
  if (!packagesMissing()) return
  await progress.step('Installing packages', async () => {
    const { code, output } = await npm(['ci', '--no-audit', '--no-fund', '--loglevel=warn'])
    if (code !== 0)
      throw new Fault(`${output}\nThe packages could not be installed: npm ci ended with ${code}.`)
  })
}

/** Runs npm, the one that runs this process where there is one; it ends with this process. */
export function npm(args) {
  const env = {
    ...process.env,
    BUILD_STARTER: String(process.pid),
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${new URL('end-with-starter.mjs', import.meta.url)}`,
  }
  const self = process.env['npm_execpath']
  if (self?.endsWith('.js')) return run(process.execPath, [self, ...args], { env })
  return run('npm', args, { env, shell: process.platform === 'win32' })
}
