// @ts-check
// A separate thread, since the parser never yields and takes a time that the length does not predict.
import { parentPort } from 'node:worker_threads'
import { withRegistrySources } from '@engine/module-source/registry-sources'
import { highlighted } from '@engine/shared/highlight'
import { Refused } from './measure.mjs'
import { safeTree } from './safe-tree.mjs'

/** @typedef {import('../../domain/registry-modules/readme-tree.js').CodeToColor} CodeToColor */

parentPort?.on('message', (/** @type {{ text: string, folder: string } | CodeToColor} */ message) => {
  try {
    const tree = 'language' in message ? colored(message) : safeTree(message.text, message.folder)
    parentPort?.postMessage({ tree: JSON.stringify(tree) }, [])
  } catch (error) {
    // Whatever else is thrown, such as a stack that overflowed, has come of the text.
    const refusal = error instanceof Refused ? error.reason : 'too-complex'
    parentPort?.postMessage({ refusal, isBroken: !(error instanceof Refused) }, [])
  }
})

function colored(/** @type {CodeToColor} */ { text, language, published }) {
  return highlighted(published ? withRegistrySources(text, published) : text, language)
}
