import type {
  ModuleDependency,
  ModuleInput,
  ModuleOutput,
  ModulePart,
  ModuleResource,
  ProviderRequirement,
} from '../module-source.js'
import { mergedBlocks } from './merged-blocks.js'
import { expressionText, isBody, storable, type Block, type ParsedFile } from './syntax.js'

export type Declared = Omit<ModulePart, 'path' | 'readme'>

/** All that the files of one folder declare. Throws `SourceRefused` where they contradict each other. */
export function declarationsIn(parsed: readonly ParsedFile[]): Declared {
  const files = [...parsed].sort((a, b) => Number(a.isOverride) - Number(b.isOverride))
  const blocks = mergedBlocks(files)
  const of = (keyword: string): Block[] => blocks.filter((block) => block.keyword === keyword)
  const inputs = of('variable').map(toInput)
  const outputs = of('output').map(toOutput)
  const resources = of('resource').map(toResource)
  const calls = of('module').map(toDependency)
  const empty = [inputs, outputs, resources, calls, of('data')].every(({ length }) => length === 0)
  return {
    ...{ empty, inputs, outputs, resources },
    dependencies: calls.filter(isExternal),
    providers: requirementsIn(files),
    engineConstraint: engineConstraintIn(files),
  }
}

function toInput(block: Block): ModuleInput {
  return {
    name: nameOf(block),
    type: expressionText(valueOf(block, 'type')) || 'any',
    description: textOf(block, 'description'),
    default: block.values['default'] ?? '',
    required: block.values['default'] === undefined,
    sensitive: isTrue(valueOf(block, 'sensitive')),
  }
}

function toOutput(block: Block): ModuleOutput {
  const sensitive = isTrue(valueOf(block, 'sensitive'))
  return { name: nameOf(block), description: textOf(block, 'description'), sensitive }
}

function toResource({ labels: [type = '', name = ''] }: Block): ModuleResource {
  return { name: storable(name), type: storable(type) }
}

function toDependency(block: Block): ModuleDependency {
  const [source, version] = [valueOf(block, 'source'), valueOf(block, 'version')].map(expressionText)
  return { name: nameOf(block), source: source ?? '', version: version ?? '' }
}

function isExternal({ source }: ModuleDependency): boolean {
  return !/^\.\.?([/\\]|$)/.test(source)
}

interface Requirement {
  readonly source: string
  readonly version: string
}

/**
 * By the settings block, whose keyword is the engine's own name, then by the older way: a version in a provider block.
 * What an override file requires of a provider takes the place of what the others do.
 */
function requirementsIn(files: readonly ParsedFile[]): ProviderRequirement[] {
  const found = new Map<string, Requirement[]>()
  for (const { blocks, isOverride } of files)
    for (const [name, wanted] of blocks.flatMap(requiredIn))
      found.set(name, isOverride ? [wanted] : [...(found.get(name) ?? []), wanted])
  for (const block of files.flatMap(({ blocks }) => blocks)) {
    const version = block.keyword === 'provider' ? textOf(block, 'version') : ''
    const name = block.labels[0] ?? ''
    if (version !== '') found.set(name, [...(found.get(name) ?? []), { source: '', version }])
  }
  return [...found].sort(byName).map(([name, requirements]) => ({
    name: storable(name),
    source: requirements.find(({ source }) => source !== '')?.source ?? '',
    version: [...new Set(requirements.map(({ version }) => version))]
      .filter((each) => each !== '')
      .join(', '),
  }))
}

function requiredIn(block: Block): [string, Requirement][] {
  const required = block.keyword === 'module' ? undefined : valueOf(block, 'required_providers')
  return [required]
    .flat()
    .filter(isBody)
    .flatMap((body) => Object.entries(body))
    .flatMap(([name, wanted]): [string, Requirement][] => {
      if (typeof wanted === 'string' && name !== '//')
        return [[name, { source: '', version: expressionText(wanted) }]]
      if (!isBody(wanted)) return []
      const [source, version] = [expressionText(wanted['source']), expressionText(wanted['version'])]
      return [[name, { source, version }]]
    })
}

/** What an override file says takes the place of what the others do. */
function engineConstraintIn(files: readonly ParsedFile[]): string {
  const inFile = ({ blocks }: ParsedFile) =>
    blocks.filter(({ labels }) => labels.length === 0).map((block) => textOf(block, 'required_version'))
  const overriding = files.filter(({ isOverride }) => isOverride).flatMap(inFile)
  const wanted = [overriding, files.flatMap(inFile)].find((texts) => texts.some((text) => text !== ''))
  return [...new Set(wanted)].filter((each) => each !== '').join(', ')
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b))

function nameOf({ labels }: Block): string {
  return storable(labels[0] ?? '')
}

function valueOf({ values }: Block, name: string): unknown {
  const text = values[name]
  return text === undefined ? undefined : JSON.parse(text)
}

function textOf(block: Block, name: string): string {
  const value = valueOf(block, name)
  return typeof value === 'string' ? storable(value) : ''
}

/** The engine takes the word for the value. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}
