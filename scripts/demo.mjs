// `npm run demo`: a sample platform to look at, in a folder of its own, so that nothing of yours is touched.
import './lib/node-version.mjs'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault, main } from './lib/fault.mjs'
import { run } from './lib/processes.mjs'
import { createProgress } from './lib/progress.mjs'
import { loadEnvironmentFile } from './lib/settings.mjs'
import { build } from './lib/build.mjs'
import { root } from './lib/workspace.mjs'

await main(async () => {
  loadEnvironmentFile()
  process.env['DATA_DIR'] = process.env['DEMO_DATA_DIR'] || join(root, 'data', 'demo')
  // The sample has seen the providers of an origin that is not there.
  process.env['PROVIDER_ORIGINS'] ??= 'registry.example.com='
  process.env['PROVIDER_COOLDOWN'] ??= '7d'
  const progress = createProgress()
  await build(progress)
  await progress.step('Filling the sample platform', async (detail) => {
    const { code, output } = await run(process.execPath, [join(root, 'apps/api/load/dist/demo/main.js')], {
      onLine: detail,
    })
    if (code !== 0) {
      throw new Fault(
        `${output}\nThe sample could not be made. Remove ${process.env['DATA_DIR']} and try again.`,
      )
    }
  })
  const { administrator } = JSON.parse(readFileSync(join(root, 'prisma/seed/sample.json'), 'utf8'))
  progress.note(`Sign in as "${administrator.username}" with the password "${administrator.password}".`)
})

process.argv.push('--no-build', '--no-env-file')
await import('./start.mjs')
