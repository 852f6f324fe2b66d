// `npm run check:dependencies`: every package that runs in production is under a licence that allows everyone to use and sell
// what is built with it, or is excepted for a reason. Reads the lock file and node_modules; uses no network.
import { report } from './lib/fault.mjs'
import { licenceFaults, productionPackages } from './lib/licences.mjs'
import { root } from './lib/workspace.mjs'

const packages = productionPackages(root)
const faults = packages.length === 0 ? ['no package was found'] : licenceFaults(packages)
report(faults, `${packages.length} packages are under licences that are fine`)
