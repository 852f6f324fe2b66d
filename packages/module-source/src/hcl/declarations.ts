import type {
  ModuleDependency,
  ModuleInput,
  ModuleOutput,
  ModulePart,
  ModuleResource,
} from '../module-source.js'
import { mergedBlocks } from './merged-blocks.js'
import { providersIn } from './provider-requirements.js'
import { expressionText, storable, textOf, valueOf, type Block, type ParsedFile } from './syntax.js'

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
  const empty = [inputs, outputs, resources, calls, of('data'), of('ephemeral')].every(
    ({ length }) => length === 0,
  )
  return {
    ...{ empty, inputs, outputs, resources },
    dependencies: calls.filter(isExternal),
    providers: providersIn(files, blocks),
    engineConstraint: engineConstraintIn(files),
  }
}

function toInput(block: Block): ModuleInput {
  return {
    name: nameOf(block),
    type: expressionText(valueOf(block, 'type')) || 'any',
    description: textOf(block, 'description'),
    default: storable(block.values['default'] ?? ''),
    required: block.values['default'] === undefined,
    ...(isFalse(valueOf(block, 'nullable')) && { nullable: false }),
    ...traitsOf(block),
  }
}

function toOutput(block: Block): ModuleOutput {
  return { name: nameOf(block), description: textOf(block, 'description'), ...traitsOf(block) }
}

function traitsOf(block: Block): Pick<ModuleOutput, 'sensitive' | 'ephemeral' | 'deprecated'> {
  return {
    sensitive: isTrue(valueOf(block, 'sensitive')),
    ephemeral: isTrue(valueOf(block, 'ephemeral')),
    deprecated: textOf(block, 'deprecated'),
  }
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

/** What an override file says takes the place of what the others do. */
function engineConstraintIn(files: readonly ParsedFile[]): string {
  const inFile = ({ blocks }: ParsedFile) =>
    blocks.filter(({ labels }) => labels.length === 0).map((block) => textOf(block, 'required_version'))
  const overriding = files.filter(({ isOverride }) => isOverride).flatMap(inFile)
  const wanted = [overriding, files.flatMap(inFile)].find((texts) => texts.some((text) => text !== ''))
  return [...new Set(wanted)].filter((each) => each !== '').join(', ')
}

function nameOf({ labels }: Block): string {
  return storable(labels[0] ?? '')
}

/** The engine takes the word for the value. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true'
}

function isFalse(value: unknown): boolean {
  return value === false || value === 'false'
}
