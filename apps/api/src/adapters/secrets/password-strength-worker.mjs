// @ts-check
// A thread of its own, since judging a hostile password takes long and the word lists take memory.
import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'

const strength = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
})

/** What is commonly known of this platform. */
const ours = ['engine', 'platform', 'console', 'registry', 'module', 'provider', 'workspace']

/** A name or an address, and the words that it is made of. */
const wordsOf = (/** @type {string} */ text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]

/** @typedef {{ password: string, texts: readonly string[] }} Question */

parentPort?.on('message', (/** @type {Question} */ { password, texts }) => {
  const words = texts.flatMap(wordsOf).filter((word) => word.length > 2)
  const { score } = strength.check(password, [...new Set([...words, ...ours])])
  parentPort?.postMessage({ score }, [])
})
