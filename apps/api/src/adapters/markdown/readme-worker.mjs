// @ts-check
// A thread of its own, since the parser never yields and takes a time that the length does not predict.
import { parentPort } from 'node:worker_threads'
import { Refused } from './measure.mjs'
import { safeTree } from './safe-tree.mjs'

parentPort?.on('message', (/** @type {{ text: string, folder: string }} */ { text, folder }) => {
  try {
    parentPort?.postMessage({ tree: JSON.stringify(safeTree(text, folder)) }, [])
  } catch (error) {
    // Whatever else is thrown, such as a stack that overflowed, has come of the text.
    const refusal = error instanceof Refused ? error.reason : 'too-complex'
    parentPort?.postMessage({ refusal, isBroken: !(error instanceof Refused) }, [])
  }
})
