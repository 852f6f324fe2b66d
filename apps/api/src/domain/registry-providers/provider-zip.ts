import type { RegistryProvider } from './registry-provider.js'
import type { RegistryProviderPlatform } from './registry-provider-version.js'
import { zipDirectoryOf, type ReadRange } from './zip-directory.js'
import { zipProblemOf } from './zip-problem.js'

/** Finds why the CLI could not unpack a zip, or start the provider in it, from the directory at its end alone. */
export async function zipFaultsOf(
  provider: Pick<RegistryProvider, 'name'>,
  size: number,
  read: ReadRange,
): Promise<Pick<RegistryProviderPlatform, 'zipFault' | 'zipProblem'>> {
  const directory = await zipDirectoryOf(size, read)
  if (directory === 'no_zip') return { zipFault: 'no_zip', zipProblem: null }
  if (directory === 'too_large') return { zipFault: null, zipProblem: null }
  const isStarted = directory.some(({ name }) => isExecutable(name, provider))
  return { zipFault: isStarted ? null : 'no_executable', zipProblem: zipProblemOf(directory) ?? null }
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

/** Why the CLI cannot install or start the provider on platforms, and what to do, in a sentence each; none where it can. */
export function zipWarnings(
  provider: Pick<RegistryProvider, 'name'>,
  platforms: readonly Pick<RegistryProviderPlatform, 'os' | 'arch' | 'zipFault' | 'zipProblem'>[],
): string[] {
  const word = executableOf(provider)
  return platforms.flatMap(({ os, arch, zipFault, zipProblem }) => [
    ...(zipFault === 'no_zip'
      ? [
          `The CLI cannot install it on ${os}/${arch}: the file is no zip. Publish a version whose file is one.`,
        ]
      : []),
    ...(zipProblem === null
      ? []
      : [`The CLI cannot install it on ${os}/${arch}: ${zipProblem}. Publish a version with another zip.`]),
    ...(zipFault === 'no_executable'
      ? [
          `The CLI cannot start it on ${os}/${arch}: the zip has no file at its top that is named ${word}, or so with an underscore or a dot behind. Publish a version whose zip has one.`,
        ]
      : []),
  ])
}
