// Imported by the programs of a build: when the process that started the build is gone, even killed outright, the program ends
// with all that it has started. So no orphan writes during the next build.
import { lives } from './lock.mjs'
import { endAll } from './processes.mjs'

const starter = Number(process.env['BUILD_STARTER'])
const watch = () => {
  if (lives(starter)) return
  endAll('SIGKILL')
  process.exit(1)
}
if (starter) setInterval(watch, 200).unref()
