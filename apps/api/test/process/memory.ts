import { readFile } from 'node:fs/promises'
import { setInterval } from 'node:timers/promises'
import type { ApiProcess } from './api-process.js'

/** Reads the resident memory of a process, in MiB. */
export async function residentOf({ child }: ApiProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}

/** Measures the largest rise of memory in MiB during work, above the level before it. */
export async function memoryRise(
  api: ApiProcess,
  work: () => Promise<unknown>,
): Promise<{ before: number; rise: number }> {
  const before = await residentOf(api)
  const over = new AbortController()
  let rise = 0
  const watched = (async () => {
    for await (const _ of setInterval(50, undefined, { signal: over.signal }))
      rise = Math.max(rise, (await residentOf(api)) - before)
  })().catch((error: unknown) => {
    if (!over.signal.aborted) throw error
  })
  await work().finally(() => over.abort())
  await watched
  return { before, rise }
}
