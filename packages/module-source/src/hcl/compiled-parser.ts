import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/**
 * The parser's WebAssembly, to be held and never run: as long as it is, the machine code that V8 has made and optimised of
 * it serves every thread that compiles the same bytes. Undefined where its library keeps it elsewhere; all works without.
 */
export async function compiledParser(): Promise<WebAssembly.Module | undefined> {
  try {
    const file = createRequire(import.meta.url).resolve('@cdktn/hcl2json/main.wasm.gz')
    return await WebAssembly.compile(await promisify(gunzip)(await readFile(file)))
  } catch {
    return undefined
  }
}
