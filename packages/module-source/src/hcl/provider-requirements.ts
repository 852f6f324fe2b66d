import { impliedSource } from '../given-names.js'
import type { ProviderRequirement } from '../module-source.js'
import { expressionText, isBody, storable, textOf, valueOf, type Block, type ParsedFile } from './syntax.js'

type Requirement = Omit<ProviderRequirement, 'name'>

/**
 * The providers of a folder by name: those that its settings require, those of provider blocks, and those that its
 * resources, actions and lists imply, as the engine takes them. `blocks` are what its files declare together.
 */
export function providersIn(files: readonly ParsedFile[], blocks: readonly Block[]): ProviderRequirement[] {
  const found = requirementsIn(files)
  const configured = files.flatMap((file) => file.blocks).filter(({ keyword }) => keyword === 'provider')
  for (const name of [...configured.map(({ labels: [name = ''] }) => name), ...blocks.flatMap(impliedBy)])
    if (!found.has(name)) {
      const source = impliedSource(name)
      found.set(name, [{ source, version: '', configurationAliases: [] }])
    }
  return [...found].sort(byName).map(([name, requirements]) => ({
    name: storable(name),
    source: requirements.find(({ source }) => source !== '')?.source ?? '',
    version: [...new Set(requirements.map(({ version }) => version))]
      .filter((each) => each !== '')
      .join(', '),
    configurationAliases: [...new Set(requirements.flatMap((each) => each.configurationAliases))],
  }))
}

/** The one that a resource of any kind, an action or a list names, else that of its type. */
function impliedBy(block: Block): string[] {
  if (!['resource', 'data', 'ephemeral', 'action', 'list'].includes(block.keyword)) return []
  const [providerName = ''] = expressionText(valueOf(block, 'provider')).split('.')
  const [type = ''] = (block.labels[0] ?? '').split('_')
  return [providerName || type]
}

/**
 * Reads requirements from the settings block, whose keyword is the engine's own name, then from the older
 * form: a version in a provider block. An override file replaces what the others require of a provider.
 */
function requirementsIn(files: readonly ParsedFile[]): Map<string, Requirement[]> {
  const found = new Map<string, Requirement[]>()
  for (const { blocks, isOverride } of files)
    for (const [name, requirement] of blocks.flatMap(requiredIn))
      found.set(name, isOverride ? [requirement] : [...(found.get(name) ?? []), requirement])
  for (const block of files.flatMap(({ blocks }) => blocks)) {
    const version = block.keyword === 'provider' ? textOf(block, 'version') : ''
    const name = block.labels[0] ?? ''
    if (version !== '')
      found.set(name, [...(found.get(name) ?? []), { source: '', version, configurationAliases: [] }])
  }
  return found
}

function requiredIn(block: Block): [string, Requirement][] {
  const required = block.keyword === 'module' ? undefined : valueOf(block, 'required_providers')
  return [required]
    .flat()
    .filter(isBody)
    .flatMap((body) => Object.entries(body))
    .flatMap(([name, requirement]): [string, Requirement][] => {
      if (typeof requirement === 'string' && name !== '//')
        return [[name, { source: '', version: expressionText(requirement), configurationAliases: [] }]]
      if (!isBody(requirement)) return []
      const [source, version] = [
        expressionText(requirement['source']),
        expressionText(requirement['version']),
      ]
      const configurationAliases = [requirement['configuration_aliases']]
        .flat()
        .map(expressionText)
        .filter(Boolean)
      return [[name, { source, version, configurationAliases }]]
    })
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b))
