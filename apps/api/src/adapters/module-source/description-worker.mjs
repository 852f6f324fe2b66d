// @ts-check
// A separate thread, since what the files of a large module declare takes long to put together.
import { parentPort } from 'node:worker_threads'
import { SourceRefused } from '@engine/module-source'
import { describeModule } from '@engine/module-source/description'
import { documentTexts } from '@engine/module-source/documents'
import { searchVector } from '@engine/module-source/search-words'
import { searchedTexts } from '@engine/module-source/searched-texts'

/** @typedef {import('@engine/module-source/description').ParsedModule} ParsedModule */

/** @param {{ module: ParsedModule, moduleName: string }} asked */
function describe({ module, moduleName }) {
  const source = describeModule(module)
  const { root, submodules, examples, warnings } = source
  const readmes = [root, ...submodules, ...examples].flatMap(({ path, readme }) =>
    readme === '' ? [] : [{ path, readme }],
  )
  return { texts: documentTexts(moduleName, source), readmes, warnings }
}

/** @param {import('../../domain/registry-modules/read-module.js').SearchedModule} asked */
const wordsOf = ({ names, description, parts }) => searchVector(names, searchedTexts(description, parts))

parentPort?.on('message', (asked) => {
  if ('names' in asked) return parentPort?.postMessage({ words: wordsOf(asked) }, [])
  try {
    parentPort?.postMessage({ described: describe(asked) }, [])
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error
    parentPort?.postMessage({ refusal: error.message }, [])
  }
})
