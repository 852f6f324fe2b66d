// `npm run soak`: readers and writers at two replicas over one PostgreSQL and one storage for five minutes, while one of
// the replicas is restarted every 20 seconds, by SIGTERM or SIGKILL, and PostgreSQL twice. Prints a table, and fails when
// a request failed that must not, an acknowledged write is not there or not audited once, or downloads are miscounted.
//
//   --minutes N    for so long instead
//   --seed N       the plan and the dice of the run that printed this seed
//   --storage URL  s3://bucket?endpoint=… instead of a folder that the replicas share
//
// TEST_POSTGRES_BIN names the folder of PostgreSQL's programs; without it those of the embedded one are used.
import './lib/node-version.mjs'
import { join } from 'node:path'
import { runOnBuiltApi } from './lib/built-api.mjs'
import { main } from './lib/fault.mjs'
import { root } from './lib/workspace.mjs'

await main(() => runOnBuiltApi([join(root, 'apps/api/load/dist/soak/main.js'), ...process.argv.slice(2)]))
