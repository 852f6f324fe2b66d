import type {
  ModuleDependency,
  ModuleInput,
  ModuleOutput,
  ModulePart,
  ModuleResource,
  ProviderRequirement,
} from '../../domain/modules/module-source.js'
import { blocksOf, expressionText, isBody, storable, unescaped, unescapedDeep, type Body } from './syntax.js'

/** One parsed file. Texts of the JSON syntax are literal; those of the native one may hold escapes. */
export interface ParsedFile {
  readonly body: Body
  readonly isJson: boolean
}

export type Declared = Omit<ModulePart, 'path' | 'readme'>

interface Found {
  readonly body: Body
  readonly isJson: boolean
}

/** All that the files of one folder declare. Of things declared twice, as by an override file, the later one adds to the former. */
export function declarationsIn(files: readonly ParsedFile[]): Declared {
  const inputs = collect(files, 'variable', 1)
  const outputs = collect(files, 'output', 1)
  const calls = collect(files, 'module', 1)
  const resources = collect(files, 'resource', 2)
  const data = collect(files, 'data', 2)
  return {
    empty: [inputs, outputs, calls, resources, data].every(({ size }) => size === 0),
    inputs: [...inputs].map(([name, found]) => toInput(name, found)),
    outputs: [...outputs].map(([name, { body, isJson }]): ModuleOutput => {
      return { name, description: textOf(body['description'], isJson) }
    }),
    dependencies: [...calls].map(([name, found]) => toDependency(name, found)).filter(isElsewhere),
    providers: requirementsIn(files),
    resources: [...resources.keys()].map((key): ModuleResource => {
      const [type = '', name = ''] = key.split(separator)
      return { name, type }
    }),
  }
}

const separator = '\u0000'

/** The blocks of a keyword by their labels, in order. */
function collect(files: readonly ParsedFile[], keyword: string, labels: number): Map<string, Found> {
  const found = new Map<string, Found>()
  for (const { body: file, isJson } of files) {
    for (const block of blocksOf(file[keyword], labels)) {
      const key = block.labels.map(storable).join(separator)
      found.set(key, { body: { ...found.get(key)?.body, ...block.body }, isJson })
    }
  }
  return new Map([...found].sort(([a], [b]) => byBytes(a, b)))
}

function toInput(name: string, { body, isJson }: Found): ModuleInput {
  const value = body['default']
  return {
    name,
    type: storable(expressionText(body['type'])) || 'any',
    description: textOf(body['description'], isJson),
    default: value === undefined ? '' : JSON.stringify(isJson ? value : unescapedDeep(value)),
    required: value === undefined,
    sensitive: body['sensitive'] === true,
  }
}

function toDependency(name: string, { body }: Found): ModuleDependency {
  const [source, version] = [expressionText(body['source']), expressionText(body['version'])]
  return { name, source: storable(source), version: storable(version) }
}

function isElsewhere({ source }: ModuleDependency): boolean {
  return !/^\.\.?([/\\]|$)/.test(source)
}

/** By the settings block, whose keyword is the engine's own name, and by the older way: a version in a provider block. */
function requirementsIn(files: readonly ParsedFile[]): ProviderRequirement[] {
  const found = new Map<string, { source: string; versions: Set<string> }>()
  const add = (name: string, source: string, version: string): void => {
    const known = found.get(name) ?? { source: '', versions: new Set() }
    if (version !== '') known.versions.add(version)
    found.set(name, { source: known.source || source, versions: known.versions })
  }
  for (const { body } of files) {
    for (const settings of settingsIn(body)) {
      for (const { body: required } of blocksOf(settings['required_providers'], 0)) {
        for (const [name, wanted] of Object.entries(required)) {
          if (isBody(wanted)) add(name, expressionText(wanted['source']), expressionText(wanted['version']))
          else if (typeof wanted === 'string' && name !== '//') add(name, '', expressionText(wanted))
        }
      }
    }
    for (const { labels, body: provider } of blocksOf(body['provider'], 1))
      if (typeof provider['version'] === 'string')
        add(labels[0] ?? '', '', expressionText(provider['version']))
  }
  return [...found]
    .sort(([a], [b]) => byBytes(a, b))
    .map(([name, { source, versions }]) => ({
      name: storable(name),
      source: storable(source),
      version: storable([...versions].join(', ')),
    }))
}

const keywordsWithoutSettings = new Set([
  'locals',
  'variable',
  'output',
  'module',
  'resource',
  'data',
  'provider',
])

function settingsIn(file: Body): Body[] {
  return Object.entries(file)
    .filter(([keyword]) => !keywordsWithoutSettings.has(keyword))
    .flatMap(([, value]) => [...blocksOf(value, 0)].map(({ body }) => body))
}

function textOf(value: unknown, isJson: boolean): string {
  if (typeof value !== 'string') return ''
  return storable(isJson ? value : unescaped(value))
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
