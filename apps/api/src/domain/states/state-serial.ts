import { invalid } from '../../kernel/errors.js'

/** The serial stands near the beginning of what the engine writes, and at its end in what others sorted. */
const mostTried = 50

/**
 * The same state with another serial, and not a byte beside it changed: numbers of a value may be larger than JSON's
 * are here, so that nothing is parsed and written anew. The reader, which follows, finds the new serial or refuses.
 */
export function withSerial(bytes: Uint8Array, former: number, serial: number): Buffer {
  const state = Buffer.from(bytes)
  let from = 0
  for (let tried = 0; tried < mostTried; tried++) {
    const at = state.indexOf('"serial"', from)
    if (at < 0) break
    const [matched = '', begin = ''] =
      new RegExp(`^("serial"\\s*:\\s*)${former}(?![\\d.eE])`).exec(state.toString('latin1', at, at + 200)) ??
      []
    if (matched !== '') {
      const rest = state.subarray(at + matched.length)
      return Buffer.concat([state.subarray(0, at), Buffer.from(`${begin}${serial}`), rest])
    }
    from = at + 8
  }
  throw invalid({ path: [], code: 'INVALID', message: 'The state has no serial that can be raised' })
}
