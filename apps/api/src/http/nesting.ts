/** How deep lists and objects of a body may nest; what is parsed and checked beyond that would end in a stack overflow. */
export const deepest = 100

const [quote, backslash] = [0x22, 0x5c]
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/** Whether JSON nests too deep to be looked at, found out in one pass over its bytes, whatever else is wrong with it. */
export function nestsTooDeep(json: Uint8Array): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] as number
    if (isText) {
      if (byte === backslash) at++
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (opening.has(byte)) {
      if (++depth > deepest) return true
    } else if (closing.has(byte)) depth--
  }
  return false
}
