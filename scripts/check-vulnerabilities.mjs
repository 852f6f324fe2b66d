// `npm run check:vulnerabilities`: asks the package registry whether anything is known to be wrong with the packages that
// run in production. Ends with 1 where there is, and with 2 where nobody could be asked: then nothing is known.
import './lib/node-version.mjs'
import { Fault, main } from './lib/fault.mjs'
import { npm } from './lib/packages.mjs'
import { readAudit } from './lib/audit-report.mjs'

await main(async () => {
  const { output } = await npm(['audit', '--omit=dev', '--json', '--loglevel=silent'])
  const { problem, vulnerabilities } = readAudit(output)
  if (problem !== undefined)
    throw new Fault(`The package registry could not be asked, so nothing is known: ${problem}`, 2)
  for (const { name, severity, title } of vulnerabilities)
    console.log(`${severity.padEnd(8)}  ${name}: ${title}`)
  if (vulnerabilities.length > 0)
    throw new Fault(`${vulnerabilities.length} packages have known vulnerabilities.`)
  console.log('Nothing is known to be wrong with the packages that run in production.')
})
