// `npm start`: from a bare clone to a running platform. Installs and builds what is missing, starts the API and
// the console, says where to click, and stops both together. A console that ends is started again.
//
//   --no-build      take the build as it is
//   --no-env-file   leave the .env file alone
import './lib/node-version.mjs'
import { parseArgs } from 'node:util'
import { Fault, main } from './lib/fault.mjs'
import { keepConsole, startPlatform } from './lib/platform.mjs'
import { demandPorts } from './lib/ports.mjs'
import { createProgress } from './lib/progress.mjs'
import { ending } from './lib/service.mjs'
import { loadEnvironmentFile, readSettings } from './lib/settings.mjs'
import { giveUp, onStopSignal } from './lib/signals.mjs'
import { build, demandBuild } from './lib/build.mjs'
import { welcome } from './lib/welcome.mjs'

const { values: options } = parseArgs({
  options: { 'no-build': { type: 'boolean' }, 'no-env-file': { type: 'boolean' } },
})
const progress = createProgress()
const services = []
let stopping = false

await main(async () => {
  if (!options['no-env-file']) loadEnvironmentFile()
  const settings = readSettings()
  await demandPorts(settings)

  onStopSignal(() => void stopByRequest())
  if (options['no-build']) demandBuild()
  else await build(progress)

  const { setUpUrl } = await startPlatform({ settings, services, progress }).catch(failTogether)
  progress.note(welcome(settings, setUpUrl))
  process.send?.({ type: 'ready', setUpUrl })

  const [api] = services
  const consoleKept = keepConsole({ settings, services, progress, isStopping: () => stopping })
  const how = await Promise.race([api.exited, consoleKept]).catch(failTogether)
  if (!stopping) {
    await failTogether(
      new Fault(
        `${api.name} ended unexpectedly with ${ending(how)}, so the platform stops. Its log: ${api.logFile}`,
        how.code || 1,
      ),
    )
  }
})

/** Stops what runs and ends with 0; before anything runs, gives up what is under way. */
async function stopByRequest() {
  stopping = true
  if (services.length === 0) giveUp()
  progress.note('Stopping …')
  await stopServices()
  progress.note('Stopped.')
  process.exit(0)
}

/** No half of the platform stays behind when the other has failed. */
async function failTogether(error) {
  // A service that ends because a stop was asked for is no failure: that stop ends the process.
  if (stopping) await new Promise(() => {})
  stopping = true
  await stopServices()
  throw error
}

function stopServices() {
  const seconds = Number(process.env['DRAIN_SECONDS'] || 0) + 15
  return Promise.all(services.map((service) => service.stop(seconds)))
}
