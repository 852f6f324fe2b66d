// `npm run build`: builds what is missing or has changed, as every command does that needs it.
import './lib/node-version.mjs'
import { build } from './lib/build.mjs'
import { main } from './lib/fault.mjs'
import { createProgress } from './lib/progress.mjs'
import { giveUp, onStopSignal } from './lib/signals.mjs'

await main(async () => {
  onStopSignal(giveUp)
  await build(createProgress())
})
