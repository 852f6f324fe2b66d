/** The facts in the name of a zip, such as `…_1.2.0_linux_amd64.zip`; undefined where there are none. */
export function platformIn(filename: string): { os: string; arch: string } | undefined {
  const [, os, arch] = /_([a-z0-9]+)_([a-z0-9]+)\.zip$/.exec(filename) ?? []
  return os !== undefined && arch !== undefined ? { os, arch } : undefined
}

/** A larger file would have to lie in memory as a whole to be counted. */
const largest = 512 * 1024 * 1024

/**
 * The SHA-256 of a file, in hexadecimals; undefined where the browser does not compute it: for very large files, and on
 * pages that came neither by https nor from this very machine.
 */
export async function checksumOf(file: Blob): Promise<string | undefined> {
  if (file.size > largest || !globalThis.crypto?.subtle) return undefined
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
