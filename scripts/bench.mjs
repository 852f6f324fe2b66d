// `npm run bench`: fills a PostgreSQL with modules and measures how fast the API answers one client, and then many,
// side by side with bare handlers that answer the same. Ends with 1 where it does so by less than three quarters of the
// ratio that was stored last.
// `npm run bench -- --size full --write` fills it with 1,000,000 versions and writes the tables of docs/PERFORMANCE.md;
// apps/api/load/src/bench/options.ts tells the other options. TEST_POSTGRES_BIN names the programs of the PostgreSQL to measure
// on, /usr/lib/postgresql/15/bin for example; without it those of the embedded one are used.
import './lib/node-version.mjs'
import { join } from 'node:path'
import { runOnBuiltApi } from './lib/built-api.mjs'
import { main } from './lib/fault.mjs'
import { root } from './lib/workspace.mjs'

await main(() => runOnBuiltApi([join(root, 'apps/api/load/dist/bench/main.js'), ...process.argv.slice(2)]))
