// @ts-check
// A separate thread, since the parser never yields: it takes one text after the other and answers its blocks as JSON.
import { parentPort } from 'node:worker_threads'
import { parse } from '@cdktn/hcl2json'
import { checkCharacters } from './characters.mjs'
import { Fault } from './faults.mjs'
import { jsonBlocks } from './json-blocks.mjs'
import { nativeBlocks } from './native-blocks.mjs'

/** @typedef {(name: string, text: string, settle: (error: string | null, json: string) => void) => void} Parse */

/**
 * The parser's own answer is a text in which numbers have all their digits; what the library makes of it has not. The
 * library leaves the parser at a global name, which is private to it and pinned by `hcl-library.test.ts`.
 */
async function convert(/** @type {string} */ text) {
  await parse('source', '')
  const name = Object.getOwnPropertyNames(globalThis).find((each) => each.endsWith('_wasm__')) ?? ''
  const parser = /** @type {{ parse: Parse }} */ (Reflect.get(globalThis, name))
  return new Promise((/** @type {(json: string) => void} */ settle, fail) => {
    parser.parse('source', text, (error, json) => (error === null ? settle(json) : fail(new Error(error))))
  })
}

parentPort?.on('message', async ({ text, isJson, unreadLines }) => {
  try {
    checkCharacters(text, isJson, unreadLines)
    const blocks = isJson ? jsonBlocks(text) : await nativeBlocks(text, convert)
    parentPort?.postMessage({ json: JSON.stringify(blocks), count: blocks.length }, [])
  } catch (error) {
    // After a stack overflow the state of the parser is unknown.
    const isBroken = error instanceof RangeError || error instanceof WebAssembly.RuntimeError
    const line = error instanceof Fault ? error.line : undefined
    const message = error instanceof Error ? error.message : String(error)
    parentPort?.postMessage({ error: message, line, isBroken }, [])
  }
})
