// Writes the Prisma client from prisma/schema.prisma, without the network (prisma.config.ts).
import { Fault, main } from './lib/fault.mjs'
import { run } from './lib/processes.mjs'
import { program, quietTools } from './lib/workspace.mjs'

await main(async () => {
  const args = [program('prisma'), 'generate', '--no-hints']
  const env = { ...process.env, ...quietTools, PRISMA_HIDE_UPDATE_MESSAGE: '1' }
  const { code, output } = await run(process.execPath, args, { env })
  if (code !== 0) throw new Fault(`${output}The Prisma client was not generated.`)
})
