// `npm run backup -- FOLDER` writes the database and all stored files of the platform, running or not, to a new folder;
// `npm run restore -- FOLDER` brings them back into an empty one; `npm run db:move -- URL` moves the embedded database to
// a PostgreSQL server. All take the variables that the platform is started with. docs/OPERATIONS.md tells more.
import './lib/node-version.mjs'
import { runOnPlatform } from './lib/built.mjs'
import { main } from './lib/fault.mjs'

await main(() => runOnPlatform('backup/main.js', process.argv.slice(2)))
