// `npm run backup -- FOLDER` writes the database and all stored files of the platform, running or not, to a new folder;
// `npm run restore -- FOLDER` brings them back into an empty one; `npm run db:move -- URL` moves the embedded database to
// a PostgreSQL server. All take the variables that the platform is started with. docs/OPERATIONS.md tells more.
import './lib/node-version.mjs'
import { join, resolve } from 'node:path'
import { runOnBuiltApi } from './lib/built-api.mjs'
import { main } from './lib/fault.mjs'
import { loadEnvironmentFile } from './lib/settings.mjs'
import { root } from './lib/workspace.mjs'

await main(() => {
  loadEnvironmentFile()
  process.env['DATA_DIR'] = resolve(root, process.env['DATA_DIR'] || 'data')
  return runOnBuiltApi([join(root, 'apps/api/dist/backup/main.js'), ...process.argv.slice(2)])
})
