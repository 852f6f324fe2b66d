#!/usr/bin/env node
import { isMainThread } from 'node:worker_threads'
import { run } from './run.js'

// The one file is two programs: in a separate thread it is the parser.
if (isMainThread) {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  process.exitCode = await run({
    args: process.argv.slice(2),
    env: process.env,
    out: process.stdout,
    messages: process.stderr,
    signal: stop.signal,
    parser: new URL(import.meta.url),
  })
} else {
  await import('@engine/module-source/hcl-worker')
}
