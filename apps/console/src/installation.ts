import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { endpoints } from './paths'
import type { Installation } from './ui/product-name'

/** The picture in place of the product's own mark; read once, when the console starts. */
export type Logo = { bytes: Buffer<ArrayBuffer>; type: string; hash: string }

const longestName = 60
const largestLogo = 256 * 1024

/** First bytes of each kind of picture. */
const kinds: Readonly<Record<string, { type: string; isIt: (bytes: Buffer) => boolean }>> = {
  '.png': { type: 'image/png', isIt: (bytes) => bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n' },
  '.webp': {
    type: 'image/webp',
    isIt: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
  '.svg': { type: 'image/svg+xml', isIt: (bytes) => /<svg[\s>]/.test(bytes.toString('utf8', 0, 4096)) },
}

/** The name of the installation as an operator wrote it. */
export function installationName(text: string | undefined, faults: string[]): string | undefined {
  const name = text?.trim()
  if (!name) return undefined
  if (name.length <= longestName && !/\p{C}/u.test(name)) return name
  faults.push(`INSTALLATION_NAME must be plain text of at most ${longestName} characters`)
  return undefined
}

/** The logo in the file that an operator named; a relative path begins at the root of the repository. */
export function readLogo(path: string | undefined, root: string, faults: string[]): Logo | undefined {
  if (!path) return undefined
  const kind = kinds[extname(path).toLowerCase()]
  if (!kind) {
    faults.push(`INSTALLATION_LOGO must be a png, svg or webp file, not "${path}"`)
    return undefined
  }
  const bytes = readFile(resolve(/*turbopackIgnore: true*/ root, path))
  const fault =
    bytes === undefined
      ? 'cannot be read'
      : bytes.length > largestLogo
        ? `has ${bytes.length} bytes; at most ${largestLogo} are allowed`
        : kind.isIt(bytes)
          ? undefined
          : `is no picture of the kind that its name ends with`
  if (bytes !== undefined && fault === undefined)
    return { bytes, type: kind.type, hash: createHash('sha256').update(bytes).digest('hex').slice(0, 16) }
  faults.push(`INSTALLATION_LOGO: ${path} ${fault}`)
  return undefined
}

function readFile(path: string): Buffer<ArrayBuffer> | undefined {
  try {
    return readFileSync(/*turbopackIgnore: true*/ path)
  } catch {
    return undefined
  }
}

/**
 * Returns what pages show of the installation. The address of the logo contains its hash, so that browsers
 * may store it for good.
 */
export const shownOf = ({
  name,
  logo,
}: {
  name: string | undefined
  logo: Logo | undefined
}): Installation => ({
  name,
  logo: logo && `${endpoints.logo}?v=${logo.hash}`,
})
