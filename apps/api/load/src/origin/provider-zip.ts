import { createHash } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'

/** Name of the file in a zip that the engine looks for and starts. */
const executableName = (name: string, version: string): string => `terraform-provider-${name}_v${version}`

/** A script that says who it is: whatever `words` add makes it another. */
export const executable = (name: string, version: string, words = ''): string =>
  `#!/bin/sh\necho '${[name, version, words].join(' ').trim()}'\n`

/** A provider that the CLI installs, which it does without starting it. The same is always the same bytes. */
export function providerZip(name: string, version: string, words = ''): Buffer {
  const file = strToU8(executable(name, version, words))
  const unix = { os: 3, attrs: 0o100755 << 16 }
  return Buffer.from(
    zipSync({ [executableName(name, version)]: [file, unix] }, { mtime: '2026-01-01T12:00' }),
  )
}

/** The checksum of what that zip holds, as lock files have it. */
export function h1Of(name: string, version: string, words = ''): string {
  const line = `${sha256(executable(name, version, words))}  ${executableName(name, version)}\n`
  return `h1:${createHash('sha256').update(line).digest('base64')}`
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
