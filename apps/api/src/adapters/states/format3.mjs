// @ts-check
// States of format 3, as engines before 0.12 wrote them: modules, each with resources by their addresses.

/** @typedef {import('./json-cursor.mjs').JsonCursor} JsonCursor */
/** A module by its address, empty for the root, and where its parts stand; 0 where they are not there. @typedef {{ address: string, outputs: number, resources: number }} Module */

/** Calls `each` with every module of the array that stands here. False where one is none. */
export function eachModule(/** @type {JsonCursor} */ cursor, /** @type {(module: Module) => void} */ each) {
  if (!cursor.isArray()) return false
  let areAll = true
  cursor.array(() => {
    if (!cursor.isObject()) {
      areAll = false
      return cursor.skip()
    }
    const module = { address: '', outputs: 0, resources: 0 }
    cursor.object((key) => {
      if (key === 'path') return void (module.address = addressHere(cursor))
      if (key === 'outputs' || key === 'resources') module[key] = cursor.at
      cursor.skip()
    })
    each(module)
  })
  return areAll
}

/** Address of the path at the cursor: `["root", "net"]` is `module.net`. */
function addressHere(/** @type {JsonCursor} */ cursor) {
  if (!cursor.isArray()) {
    cursor.skip()
    return ''
  }
  /** @type {string[]} */
  const path = []
  cursor.array(() => path.push(String(cursor.scalar())))
  return path
    .slice(1)
    .map((name) => `module.${name}`)
    .join('.')
}

/** Parses a resource's key: `data.x_y.name.0`; without a number it is the only one. */
export function resourceOf(/** @type {string} */ key) {
  const [, data, type = '', name = '', index] = /^(data\.)?([^.]*)\.?(.*?)(?:\.(\d+))?$/s.exec(key) ?? []
  const mode = data === undefined ? 'managed' : 'data'
  return { mode, type, name, index: index ?? null }
}
