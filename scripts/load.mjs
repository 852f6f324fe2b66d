// `npm run bench` fills a PostgreSQL with modules and measures how fast the API answers one client, and then many, how it
// starts, and how much of the shared resources one caller can take up; compared with another build it ends with 1 if it is
// less than three quarters as fast. `npm run soak` sends readers and writers to two replicas, which are restarted in turn;
// it fails when a request failed, a write is missing or not audited once, or downloads are miscounted.
// apps/api/load/src/bench/options.ts and apps/api/load/src/soak/main.ts have the options.
// TEST_POSTGRES_BIN names the programs of the PostgreSQL to use, /usr/lib/postgresql/15/bin for example; without it those
// of the embedded one are used.
import './lib/node-version.mjs'
import { join } from 'node:path'
import { build, buildApi } from './lib/build.mjs'
import { runBuilt } from './lib/built.mjs'
import { main } from './lib/fault.mjs'
import { root } from './lib/workspace.mjs'

const [kind, ...options] = process.argv.slice(2)
const program = join(root, `apps/api/load/dist/${kind}/main.js`)
// The bench measures the console too.
await main(() => runBuilt([program, ...options], { build: kind === 'bench' ? build : buildApi }))
