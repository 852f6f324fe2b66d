// Makes a folder by a command: `node make.mjs dist -- tsc --outDir dist.new` runs the command, which writes to `dist.new`
// (its variable BUILD_FOLDER), and puts that in the place of `dist` once it is whole. What is whole there already and made
// from the same, by the hash of the turbo task that this is part of, is left untouched. One at a time in a checkout.
//
//   --entry FILE   a module of the folder that must load; there may be several
import './lib/end-with-starter.mjs'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { withBuildLock } from './lib/build.mjs'
import { Fault, main } from './lib/fault.mjs'
import { emptyFileIn, faultOf, place } from './lib/made.mjs'
import { run } from './lib/processes.mjs'
import { giveUp } from './lib/signals.mjs'

const { values: options, positionals } = parseArgs({
  options: { entry: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
})
const [folder, command, ...args] = positionals
const fresh = `${folder}.new`
const hash = process.env['TURBO_HASH']

await main(async () => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, giveUp)
  await withBuildLock(async () => {
    if (hash && !faultOf(resolve(folder), hash)) return
    rmSync(fresh, { recursive: true, force: true })
    await runToEnd(command, args, { BUILD_FOLDER: fresh })
    await look()
    place(resolve(fresh), resolve(folder), hash)
  })
})

async function look() {
  const empty = emptyFileIn(resolve(fresh))
  if (empty) throw new Fault(`${join(fresh, empty)} is empty, though ${command} reported no error.`)
  if (options.entry.length === 0) return
  const loads = options.entry.map((file) => `await import('${pathToFileURL(resolve(fresh, file)).href}')`)
  await runToEnd(process.execPath, ['--input-type=module', '--eval', loads.join('\n')])
}

async function runToEnd(program, given, variables) {
  const { code, output } = await run(program, given, {
    cwd: process.cwd(),
    env: { ...process.env, ...variables },
    // The commands of packages are files that only a shell can run there.
    shell: process.platform === 'win32' && program !== process.execPath,
  })
  if (code !== 0) throw new Fault(`${output}\n${[program, ...given].join(' ')} ended with ${code}.`, code)
}
