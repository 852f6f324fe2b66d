// @ts-check
// A separate thread, since a document of an origin may have 16 MiB.
import { parentPort } from 'node:worker_threads'
import { work } from './documents.mjs'

parentPort?.on('message', (/** @type {import('./registry-documents.js').Job} */ job) => {
  try {
    parentPort?.postMessage(work(job), [])
  } catch {
    parentPort?.postMessage(
      { fault: 'The public registry answered with no JSON document', isBroken: true },
      [],
    )
  }
})
