import { Readable } from 'node:stream'
import type { StateBytes } from '../../src/domain/states/state.js'

/** A state as a thread is given it. */
export const stateBytes = (text: string | Buffer): StateBytes => ({
  size: Buffer.byteLength(text),
  open: async () => Readable.from([Buffer.from(text)]),
})
