// A thread of its own, since the parser never yields: it takes one text after the other and answers its JSON.
import { parentPort } from 'node:worker_threads'
import { parse } from '@cdktn/hcl2json'

parentPort?.on('message', async (text) => {
  try {
    parentPort?.postMessage({ json: JSON.stringify(await parse('source', text)) }, [])
  } catch (error) {
    // After a stack that overflowed nobody knows what state the parser is in.
    const isBroken = error instanceof RangeError || error instanceof WebAssembly.RuntimeError
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error), isBroken }, [])
  }
})
