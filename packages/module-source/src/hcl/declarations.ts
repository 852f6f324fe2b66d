import type {
  EngineRequirement,
  ModuleCall,
  ModuleInput,
  ModuleOutput,
  ModulePart,
  ModuleResource,
} from '../module-source.js'
import { mergedBlocks } from './merged-blocks.js'
import { providersIn } from './provider-requirements.js'
import {
  expressionText,
  isBody,
  isComputed,
  storable,
  textOf,
  valueOf,
  type Block,
  type ParsedFile,
} from './syntax.js'

export type Declared = Omit<ModulePart, 'path' | 'readme'>

/** All that the files of one folder declare. Throws `SourceRefused` where they contradict each other. */
export function declarationsIn(parsed: readonly ParsedFile[]): Declared {
  const files = parsed
    .filter(({ isQuery }) => !isQuery)
    .sort((a, b) => Number(a.isOverride) - Number(b.isOverride))
  const queries = parsed.filter(({ isQuery }) => isQuery).flatMap((file) => file.blocks)
  const blocks = mergedBlocks(files)
  const of = (keyword: string): Block[] => blocks.filter((block) => block.keyword === keyword)
  const inputs = of('variable').map(toInput)
  const outputs = of('output').map(toOutput)
  const resources = of('resource').map(toResource)
  const calls = of('module')
  const others = ['data', 'ephemeral', 'action', 'list'].map(of)
  const empty = [inputs, outputs, resources, calls, ...others].every(({ length }) => length === 0)
  return {
    ...{ empty, inputs, outputs, resources },
    dependencies: calls
      .filter((call) => !isComputed(call))
      .map(toCall)
      .filter(isExternal),
    computedCalls: calls.filter(isComputed).map(toCall),
    providers: providersIn(files, [...blocks, ...queries]),
    engineConstraint: engineConstraintIn(files),
    engineConstraints: engineConstraintsIn(files),
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
    const: isTrue(valueOf(block, 'const')),
    ...traitsOf(block),
  }
}

function toOutput(block: Block): ModuleOutput {
  const type = expressionText(valueOf(block, 'type'))
  return { name: nameOf(block), type, description: textOf(block, 'description'), ...traitsOf(block) }
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

function toCall(block: Block): ModuleCall {
  const [source, version] = [valueOf(block, 'source'), valueOf(block, 'version')].map(expressionText)
  return { name: nameOf(block), source: source ?? '', version: version ?? '' }
}

function isExternal({ source }: ModuleCall): boolean {
  return !/^\.\.?([/\\]|$)/.test(source)
}

/** Engine constraint of a folder: an override file replaces what the others say. */
function engineConstraintIn(files: readonly ParsedFile[]): string {
  const inFile = ({ blocks }: ParsedFile) =>
    blocks.filter(({ labels }) => labels.length === 0).map((block) => textOf(block, 'required_version'))
  const overriding = files.filter(({ isOverride }) => isOverride).flatMap(inFile)
  const wanted = [overriding, files.flatMap(inFile)].find((texts) => texts.some((text) => text !== ''))
  return [...new Set(wanted)].filter((each) => each !== '').join(', ')
}

/** Requirements of engines by their names, from `language` blocks; override files have none. */
function engineConstraintsIn(files: readonly ParsedFile[]): EngineRequirement[] {
  const found = new Map<string, Set<string>>()
  for (const { keyword, labels, ...block } of files.flatMap(({ blocks, isOverride }) =>
    isOverride ? [] : blocks,
  )) {
    if (keyword !== 'language' || labels.length > 0) continue
    for (const body of [valueOf(block, 'compatible_with')].flat().filter(isBody))
      for (const [engine, constraint] of Object.entries(body))
        if (typeof constraint === 'string' && engine !== '//')
          found.set(engine, (found.get(engine) ?? new Set()).add(expressionText(constraint)))
  }
  return [...found]
    .map(([engine, constraints]) => ({ engine: storable(engine), constraint: [...constraints].join(', ') }))
    .sort((one, other) => Buffer.compare(Buffer.from(one.engine), Buffer.from(other.engine)))
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
