// `npm run keys:rotate` seals everything that is stored sealed with the first of the keys in SECRET_KEY or secret.key, so
// that the others can go. The platform may run meanwhile; a rotation that was ended goes on when it is started again. It
// takes the variables that the platform is started with. docs/OPERATIONS.md tells more.
import './lib/node-version.mjs'
import { join, resolve } from 'node:path'
import { runOnBuiltApi } from './lib/built-api.mjs'
import { main } from './lib/fault.mjs'
import { loadEnvironmentFile } from './lib/settings.mjs'
import { root } from './lib/workspace.mjs'

await main(() => {
  loadEnvironmentFile()
  process.env['DATA_DIR'] = resolve(root, process.env['DATA_DIR'] || 'data')
  return runOnBuiltApi([join(root, 'apps/api/dist/keys/main.js')])
})
