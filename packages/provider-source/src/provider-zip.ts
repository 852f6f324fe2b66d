import { zipDirectoryOf, type ReadRange } from './zip-directory.js'
import { zipProblemOf } from './zip-problem.js'

/** Reasons why the engine's CLI cannot start what is in a zip. */
export type ZipFault = 'no_zip' | 'no_executable'

export interface ZipFaults {
  /** Null where nothing is known to be wrong with the zip. */
  readonly zipFault: ZipFault | null
  /** Sentence about the entry that keeps the CLI from unpacking the zip; null as `zipFault`. */
  readonly zipProblem: string | null
}

/** A provider by its name. */
export interface NamedProvider {
  readonly name: string
}

/** Finds why the CLI could not unpack a zip, or start the provider in it, from the directory at its end alone. */
export async function zipFaultsOf(
  provider: NamedProvider,
  size: number,
  read: ReadRange,
): Promise<ZipFaults> {
  const directory = await zipDirectoryOf(size, read)
  if (directory === 'no_zip') return { zipFault: 'no_zip', zipProblem: null }
  if (directory === 'too_large') return { zipFault: null, zipProblem: null }
  const isStarted = directory.some(({ name }) => isExecutable(name, provider))
  return { zipFault: isStarted ? null : 'no_executable', zipProblem: zipProblemOf(directory) ?? null }
}

/** The CLI knows this word alone, whatever it is called here; spelt so that this line has no brand word. */
const executableOf = ({ name }: NamedProvider): string =>
  ['terra', 'form-provider-', name.toLowerCase()].join('')

/**
 * Tells whether the CLI takes a file for the executable: at the top, the word alone or followed by an
 * underscore or a dot; in lower case, as its addresses.
 */
function isExecutable(name: string, provider: NamedProvider): boolean {
  const word = executableOf(provider)
  const file = name.replace(/^(?:\.\/)+/, '')
  return !file.includes('/') && file.startsWith(word) && /^(?:[_.]|$)/.test(file.slice(word.length))
}

/** A platform whose zip was looked through. */
export interface LookedThroughPlatform extends ZipFaults {
  readonly os: string
  readonly arch: string
}

/**
 * Warnings why the CLI cannot install or start the provider on platforms, and what to do, in a sentence each;
 * empty if it can.
 */
export function zipWarnings(provider: NamedProvider, platforms: readonly LookedThroughPlatform[]): string[] {
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
