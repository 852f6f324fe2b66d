// @ts-check
// Memory whose size a caller decides. The collector counts a buffer as a few bytes, and may leave gigabytes of them.
import { MessageChannel } from 'node:worker_threads'

const { port1: closed, port2 } = new MessageChannel()
port2.close()

/**
 * Gives the memory of buffers back at once: a message that nothing receives owns them, and ends. They are empty from
 * then on, as those are that another thread owns.
 *
 * @param {readonly ArrayBuffer[]} buffers
 */
export function release(buffers) {
  const owned = buffers.filter(({ byteLength }) => byteLength > 0)
  if (owned.length > 0) closed.postMessage(undefined, owned)
}
