/** The deepest nesting of lists and objects in a body; beyond it parsing and checking would end in a stack overflow. */
export const deepest = 100

const code = (character: string): number => character.charCodeAt(0)
const quote = code('"')
const backslash = code('\\')
const openList = code('[')
const openObject = code('{')
const closeList = code(']')
const closeObject = code('}')

/** True where JSON nests too deep to be parsed, found in one pass over its bytes, also of invalid JSON. */
export function nestsTooDeep(json: Uint8Array): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] as number
    if (isText) {
      if (byte === backslash) at++
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (byte === openList || byte === openObject) {
      if (++depth > deepest) return true
    } else if (byte === closeList || byte === closeObject) depth--
  }
  return false
}
