// @ts-check
// A thread of its own, since the parser never yields: it takes one text after the other and answers its blocks as JSON.
import { parentPort } from 'node:worker_threads'
import { parse } from '@cdktn/hcl2json'
import { Fault, jsonBlocks, nativeBlocks } from './blocks.mjs'

/** @typedef {(name: string, text: string, settle: (error: string | null, json: string) => void) => void} Parse */

/** The parser's own answer is a text in which numbers have all their digits; what the library makes of it has not. */
async function convert(/** @type {string} */ text) {
  await parse('source', '')
  const { parse: toJson } = /** @type {{ parse: Parse }} */ (
    Reflect.get(globalThis, '__parse_terraform_config_wasm__')
  )
  return new Promise((/** @type {(json: string) => void} */ settle, fail) => {
    toJson('source', text, (error, json) => (error === null ? settle(json) : fail(new Error(error))))
  })
}

parentPort?.on('message', async ({ text, isJson }) => {
  try {
    const blocks = isJson ? jsonBlocks(text) : await nativeBlocks(text, convert)
    parentPort?.postMessage({ json: JSON.stringify(blocks) }, [])
  } catch (error) {
    // After a stack that overflowed nobody knows what state the parser is in.
    const isBroken = error instanceof RangeError || error instanceof WebAssembly.RuntimeError
    const line = error instanceof Fault ? error.line : undefined
    const message = error instanceof Error ? error.message : String(error)
    parentPort?.postMessage({ error: message, line, isBroken }, [])
  }
})
