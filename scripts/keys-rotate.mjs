// `npm run keys:rotate` seals everything that is stored sealed with the first of the keys in SECRET_KEY or secret.key, so
// that the others can go. The platform may run meanwhile; a rotation that was ended goes on when it is started again. It
// takes the variables that the platform is started with. docs/OPERATIONS.md tells more.
import './lib/node-version.mjs'
import { runOnPlatform } from './lib/built.mjs'
import { main } from './lib/fault.mjs'

await main(() => runOnPlatform('keys/main.js', process.argv.slice(2)))
