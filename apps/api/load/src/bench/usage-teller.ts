import { hearStatements, isAside } from './statements.js'

/** Resources that a process has used since its start. */
export interface Usage {
  /** SQL statements that were handed to the driver, but for those that are for no request. */
  readonly statements: number
  /** Bytes that are resident. */
  readonly memory: number
}

/** Preloaded into the API by the bench: tells what it has used when asked, and ends the API with its starter. */
let statements = 0
hearStatements((statement) => {
  if (!isAside(statement)) statements++
})

process.on('message', ({ type }: { type: string }) => {
  if (type !== 'usage') return
  const usage: Usage = { statements, memory: process.memoryUsage.rss() }
  process.send?.({ type, ...usage })
})

process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
