import { createTarPacker } from 'modern-tar'
import type { Sized } from './found'

/** Maximum number of files that are read at the same time, since a browser takes a moment for each. */
const atOnce = 32
/** Larger ones pass through in pieces, in bytes. */
const small = 256 * 1024

/** Packs files into a gzip tar as `engine-publish` does: without owners and times, so that equal files are packed equally. */
export async function packed(
  files: readonly Sized[],
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Blob> {
  const { readable, controller } = createTarPacker()
  const archive = new Response(readable.pipeThrough(new CompressionStream('gzip'))).blob()
  // It fails together with what is awaited below.
  archive.catch(() => undefined)
  try {
    for (let done = 0; done < files.length; done += atOnce) {
      signal.throwIfAborted()
      const some = files.slice(done, done + atOnce)
      const bodies = await Promise.all(some.map(bodyOf))
      for (const [index, { path, size, canRun = false }] of some.entries()) {
        const mode = canRun ? 0o755 : 0o644
        const entry = controller.add({ name: path, size, mode, type: 'file', mtime: new Date(0) })
        await bodies[index]?.stream().pipeTo(entry)
      }
      onProgress(done / files.length)
    }
    controller.finalize()
  } catch (error) {
    controller.error(error)
    throw error
  }
  return archive
}

async function bodyOf({ size, open }: Sized): Promise<Blob> {
  const body = await open()
  return size > small ? body : new Blob([await body.arrayBuffer()])
}
