import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isProtocol, mostProtocols } from '@engine/provider-source/release'
import { Fault } from './fault.js'
import { sha256Of } from './file-digest.js'

const isManifest = (name: string): boolean => /manifest\.json$/i.test(name)

/** A manifest has some hundred bytes. */
const largest = 1024 * 1024

/** Protocols of a release without a manifest. */
const withoutManifest = ['5.0']

interface Manifest {
  readonly name: string
  readonly path: string
}

/** Reads the protocols of a release from its manifest. Throws a `Fault` with the name of a faulty one. */
export async function protocolsOf(
  folder: string,
  names: readonly string[],
  checksums: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const manifest = await manifestOf(folder, names, checksums)
  if (!manifest) return withoutManifest
  const { name, path } = manifest
  if ((await stat(path)).size > largest) throw new Fault('module', `${name} is larger than a manifest is`)
  const protocols = protocolsIn(await readFile(path, 'utf8'))
  if (protocols?.length === 0 || (protocols?.length ?? 0) > mostProtocols || !protocols?.every(isProtocol))
    throw new Fault(
      'module',
      `${name} names no protocols: {"metadata":{"protocol_versions":["6.0"]}} does, say`,
    )
  return protocols
}

/**
 * The manifest that is signed with the checksums, if there is one. A release tool may leave it where it was written, under
 * the name that it had there: it is found by its checksum, in the folder or in the one above.
 */
async function manifestOf(
  folder: string,
  names: readonly string[],
  checksums: ReadonlyMap<string, string>,
): Promise<Manifest | undefined> {
  const here = names.filter(isManifest).map((name) => ({ name, path: join(folder, name) }))
  const [listed] = [...checksums].filter(([name]) => isManifest(name))
  if (!listed) {
    if (here.length > 1)
      throw new Fault(
        'module',
        `${here.map(({ name }) => name).join(' and ')} are both manifests: leave one, or list it in SHA256SUMS`,
      )
    return here[0]
  }
  const [name, checksum] = listed
  const own = here.find((each) => each.name === name)
  if (own) {
    if ((await sha256Of(own.path)) === checksum) return own
    throw new Fault(
      'module',
      `${name} has another checksum in SHA256SUMS: it was changed after it was signed`,
    )
  }
  for (const each of [...here, ...(await manifestsAbove(folder))])
    if ((await sha256Of(each.path)) === checksum) return each
  throw new Fault(
    'module',
    `${name} is listed in SHA256SUMS and is not in the folder: copy the manifest there, under this name`,
  )
}

async function manifestsAbove(folder: string): Promise<readonly Manifest[]> {
  const above = join(folder, '..')
  const entries = await readdir(above, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && isManifest(entry.name))
    .map(({ name }) => ({ name, path: join(above, name) }))
}

/** Undefined where the text is no manifest. */
function protocolsIn(text: string): readonly string[] | undefined {
  try {
    const { metadata } = JSON.parse(text) as { metadata?: { protocol_versions?: unknown } }
    const named = metadata?.protocol_versions
    return Array.isArray(named) && named.every((each) => typeof each === 'string') ? named : undefined
  } catch {
    return undefined
  }
}
