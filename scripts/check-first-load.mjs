// Fails when a page of the console's build loads more scripts than a page may before the user touches anything: the
// sum of its files, compressed one by one as the server sends them. Bytes are no time, so this is part of `npm test`;
// how long it takes is measured by `npm run bench:console`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { report } from './lib/fault.mjs'
import { root } from './lib/workspace.mjs'

/** A kB is 1,000 bytes. */
const bound = 250
const build = join(root, 'apps/console/.next')
const sizes = new Map()

const { rootMainFiles } = JSON.parse(readFileSync(join(build, 'build-manifest.json'), 'utf8'))
const pages = manifests().map(({ route, entries }) => {
  const files = new Set([...rootMainFiles, ...entries])
  return { route, kB: Math.ceil([...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1000) }
})
const faults = pages
  .filter(({ kB }) => kB > bound)
  .map(({ route, kB }) => `${route} loads ${kB} kB of scripts at first; the bound is ${bound}.`)
if (pages.length === 0) faults.push('no pages were found')
const most = Math.max(...pages.map(({ kB }) => kB))
report(faults, `The first load of ${pages.length} pages: at most ${most} kB.`)

/** Of each page its address and the scripts of itself and of what surrounds it. */
function manifests() {
  const folder = join(build, 'server/app')
  const ending = '/page_client-reference-manifest.js'
  return readdirSync(folder, { recursive: true })
    .map((file) => `/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith(ending))
    .map((file) => {
      const scope = {}
      runInNewContext(readFileSync(join(folder, file), 'utf8'), { globalThis: scope })
      const [{ entryJSFiles }] = Object.values(scope.__RSC_MANIFEST)
      const shown = Object.entries(entryJSFiles).filter(([source]) => /(page|layout)$/.test(source))
      const route = file.slice(0, -ending.length).replaceAll(/\/\([^)]*\)/g, '') || '/'
      return { route, entries: shown.flatMap(([, files]) => files) }
    })
}

function sizeOf(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(build, file))).length)
  return sizes.get(file)
}
