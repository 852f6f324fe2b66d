import { describe, expect, test } from 'vitest'
import { WorkBudget } from './work-budget.js'
import {
  changesBetween,
  isNarrowed,
  missingStep,
  stepBetween,
  type ComparableModule,
  type ModuleChange,
} from './module-comparison.js'
import type { ModulePartDocument } from '../module-documents.js'

type Part = Partial<ModulePartDocument>

const part = (path: string, declared: Part): ModulePartDocument => ({
  ...{ path, name: path, readme: '', empty: false },
  ...{ inputs: [], outputs: [], dependencies: [], provider_dependencies: [], resources: [] },
  ...declared,
})

const module = (
  root: Part,
  submodules: Record<string, Part> = {},
  engineConstraints?: Record<string, string>,
): ComparableModule => ({
  root: part('', root),
  submodules: Object.entries(submodules).map(([path, declared]) => part(path, declared)),
  engineConstraints,
})

const plain = { type: 'string', description: '', default: '', required: true, sensitive: false }
const input = (name: string, facts: Partial<typeof plain> = {}) => ({ ...plain, name, ...facts })
const optional = (name: string, facts: Partial<typeof plain> = {}) =>
  input(name, { default: '"x"', required: false, ...facts })
const output = (name: string, facts = {}) => ({ name, description: '', sensitive: false, ...facts })
const provider = (source: string, version: string) => ({ name: 'cloud', namespace: '', source, version })

const short = ({ kind, name, change, breaking }: ModuleChange) =>
  `${kind} ${name} ${change}${breaking ? `: ${breaking}` : ''}`

const between = (before: Part, after: Part): string[] =>
  changesBetween(module(before), module(after)).map(short)

describe('what is breaking', () => {
  test.each<[string, Part, Part, string[]]>([
    ['a required input', {}, { inputs: [input('a')] }, ['input a added: required-input-added']],
    ['an input that is gone', { inputs: [optional('a')] }, {}, ['input a removed: input-removed']],
    [
      'another type of an input',
      { inputs: [input('a')] },
      { inputs: [input('a', { type: 'number' })] },
      ['input a changed: input-type-changed'],
    ],
    [
      'an input that has to be given from now on',
      { inputs: [optional('a')] },
      { inputs: [input('a')] },
      ['input a changed: input-became-required'],
    ],
    ['an output that is gone', { outputs: [output('a')] }, {}, ['output a removed: output-removed']],
    [
      'a narrower constraint of a provider',
      { provider_dependencies: [provider('acme/cloud', '>= 4')] },
      { provider_dependencies: [provider('acme/cloud', '>= 5')] },
      ['provider cloud changed: requirement-narrowed'],
    ],
    [
      'a provider from elsewhere',
      { provider_dependencies: [provider('acme/cloud', '>= 4')] },
      { provider_dependencies: [provider('other/cloud', '>= 4')] },
      ['provider cloud changed: source-changed'],
    ],
  ])('%s', (_, before, after, changes) => {
    expect(between(before, after)).toEqual(changes)
  })

  test('a submodule that is gone, and a narrower constraint of the engine', () => {
    const before = module({}, { 'modules/net': { inputs: [input('a')] } }, { '': '>= 1.3' })
    expect(changesBetween(before, module({}, {}, { '': '>= 1.5' })).map(short)).toEqual([
      'engine  changed: requirement-narrowed',
      'folder modules/net removed: submodule-removed',
    ])
  })
})

test.each<[string, Part, Part, string[]]>([
  ['an optional input', {}, { inputs: [optional('a')] }, ['input a added']],
  [
    'an input that may be left out from now on',
    { inputs: [input('a')] },
    { inputs: [optional('a')] },
    ['input a changed'],
  ],
  [
    'another default',
    { inputs: [optional('a')] },
    { inputs: [optional('a', { default: '"y"' })] },
    ['input a changed'],
  ],
  [
    'an input that takes any type',
    { inputs: [input('a')] },
    { inputs: [input('a', { type: 'any' })] },
    ['input a changed'],
  ],
  [
    'a description',
    { outputs: [output('a')] },
    { outputs: [output('a', { description: 'A' })] },
    ['output a changed'],
  ],
  [
    'an input that is sensitive',
    { inputs: [input('a')] },
    { inputs: [input('a', { sensitive: true })] },
    ['input a changed'],
  ],
  ['a new output', {}, { outputs: [output('a')] }, ['output a added']],
  [
    'resources',
    { resources: [{ type: 't', name: 'a' }] },
    { resources: [{ type: 't', name: 'b' }] },
    ['resource t.a removed', 'resource t.b added'],
  ],
  [
    'a wider constraint',
    { provider_dependencies: [provider('a/c', '~> 4.1')] },
    { provider_dependencies: [provider('a/c', '>= 4.0')] },
    ['provider cloud changed'],
  ],
  [
    'a module it calls',
    { dependencies: [{ name: 'm', source: 'a/b/c', version: '1' }] },
    { dependencies: [{ name: 'm', source: 'a/b/c', version: '2' }] },
    ['dependency m changed'],
  ],
  [
    'how a type is laid out',
    { inputs: [input('a', { type: 'object({\n  b = string\n})' })] },
    { inputs: [input('a', { type: 'object({ b = string })' })] },
    [],
  ],
])('%s is not breaking', (_, before, after, changes) => {
  expect(between(before, after)).toEqual(changes)
})

test('breaking changes come first, then those of the root; each says what changed', () => {
  const changes = changesBetween(
    module({ outputs: [output('id')] }, { 'modules/net': { inputs: [input('a', { description: 'Old' })] } }),
    module(
      { outputs: [output('id'), output('key', { sensitive: true })] },
      { 'modules/net': { inputs: [input('a', { type: 'number', description: 'New' })] }, 'modules/new': {} },
    ),
  )
  expect(changes).toEqual([
    {
      path: 'modules/net',
      kind: 'input',
      name: 'a',
      change: 'changed',
      breaking: 'input-type-changed',
      facts: [
        { name: 'type', before: 'string', after: 'number' },
        { name: 'description', before: 'Old', after: 'New' },
      ],
    },
    {
      path: '',
      kind: 'output',
      name: 'key',
      change: 'added',
      breaking: null,
      facts: [{ name: 'sensitive', before: null, after: 'true' }],
    },
    { path: 'modules/new', kind: 'folder', name: 'modules/new', change: 'added', breaking: null, facts: [] },
  ])
})

test('what was not read when an older version was published is not said to have changed', () => {
  const { sensitive: _, ...old } = optional('a')
  const before = module({ inputs: [old as ReturnType<typeof input>] })
  expect(changesBetween(before, module({ inputs: [optional('a')] }, {}, { '': '>= 1.5' }))).toEqual([])
})

test.each([
  ['', '>= 1.0', true],
  ['>= 1.0', '', false],
  ['>= 1.0', '>= 1.1', true],
  ['>= 1.1', '>= 1.0', false],
  ['>= 1.0', '>= 1.0.0', false],
  ['>= 1.0', '>= 1.0, < 2.0', true],
  ['~> 1.2', '>= 1.2, < 2', false],
  ['~> 1.2', '~> 1.2.0', true],
  ['~> 1.2.0', '~> 1.2', false],
  ['>= 1.0', '>= 1.0, != 1.5.0', true],
  ['= 1.0.0', '>= 1.0', false],
  ['< 2.0', '<= 2.0', false],
  ['<= 2.0', '< 2.0', true],
  ['>= 1.0', 'nonsense', true],
])('from %j to %j a requirement is narrowed: %j', (before, after, narrowed) => {
  expect(isNarrowed(before, after, new WorkBudget())).toBe(narrowed)
})

describe('the number of a version', () => {
  const breaking = { breaking: 'input-removed', change: 'removed', kind: 'input' } as const
  const feature = { breaking: null, change: 'added', kind: 'output' } as const
  const inside = { breaking: null, change: 'added', kind: 'resource' } as const

  test.each([
    ['1.2.0', '1.3.0', [breaking], 'major'],
    ['1.2.0', '1.2.1', [feature], 'minor'],
    ['1.2.0', '1.2.1', [inside], null],
    ['1.2.0', '1.3.0', [feature], null],
    ['1.2.0', '2.0.0', [breaking], null],
    ['0.2.0', '0.2.1', [breaking], 'minor'],
    ['0.2.0', '0.3.0', [breaking], null],
    ['0.2.0', '0.2.1', [feature], null],
    ['2.0.0-rc.1', '2.0.0', [breaking], null],
    ['1.3.0', '1.2.0', [breaking], null],
  ])('from %s to %s', (from, to, changes, step) => {
    expect(missingStep(from, to, changes)).toBe(step)
  })

  test('makes the step of the first number that differs', () => {
    expect(stepBetween('1.2.3', '2.2.3')).toBe('major')
    expect(stepBetween('1.2.3', '1.3.3')).toBe('minor')
    expect(stepBetween('1.2.3-rc.1', '1.2.3')).toBe('patch')
  })
})

test('what is deprecated, ephemeral or has to be passed by a call is compared, unless it was not read at the time', () => {
  const factsOf = (before: Part, after: Part) =>
    changesBetween(module(before), module(after)).map(({ breaking, facts }) => ({ breaking, facts }))
  const read = { ephemeral: false, deprecated: '' }
  const newer = { ephemeral: true, deprecated: 'Use b.' }
  const facts = [
    { name: 'ephemeral', before: 'false', after: 'true' },
    { name: 'deprecated', before: '', after: 'Use b.' },
  ]
  const [before, after] = [
    { inputs: [{ ...optional('a'), ...read }], outputs: [output('o', read)] },
    { inputs: [{ ...optional('a'), ...newer }], outputs: [output('o', newer)] },
  ]
  expect(factsOf(before, after)).toEqual([
    { breaking: 'output-became-ephemeral', facts },
    { breaking: null, facts },
  ])
  expect(factsOf({ inputs: [optional('a')], outputs: [output('o')] }, after)).toEqual([])
  const passing = (...aliases: string[]) => ({
    provider_dependencies: [{ ...provider('acme/cloud', ''), configuration_aliases: aliases }],
  })
  expect(factsOf(passing(), passing('cloud.east', 'cloud.west'))).toEqual([
    { breaking: null, facts: [{ name: 'aliases', before: '', after: 'cloud.east, cloud.west' }] },
  ])
})

test('an input that takes null no longer breaks its callers, unless that was not read at the time', () => {
  const read = { ephemeral: false, deprecated: '' }
  const [taking, refusing] = [
    { inputs: [{ ...optional('a'), ...read }] },
    { inputs: [{ ...optional('a'), ...read, nullable: false as const }] },
  ]
  const [change] = changesBetween(module(taking), module(refusing))
  expect(change).toMatchObject({
    breaking: 'input-no-longer-nullable',
    facts: [{ name: 'nullable', before: 'true', after: 'false' }],
  })
  expect(changesBetween(module(refusing), module(taking))[0]?.breaking).toBeNull()
  expect(changesBetween(module({ inputs: [optional('a')] }), module(refusing))).toEqual([])
  expect(changesBetween(module({}), module(refusing))[0]?.facts).toContainEqual({
    ...{ name: 'nullable', before: null, after: 'false' },
  })
})

test('new language that was not read at the time is not said to have changed', () => {
  const engines = [{ engine: 'opentofu', constraint: '>= 1.12' }]
  const later: Part = {
    inputs: [{ ...optional('a'), const: true }],
    outputs: [output('o', { type: 'number' })],
    engine_constraints: engines,
  }
  const earlier: Part = { inputs: [optional('a')], outputs: [output('o')] }
  expect(between(earlier, later)).toEqual([])
  expect(between(later, earlier)).toEqual([])
  const read: Part = {
    inputs: [{ ...optional('a'), const: false }],
    outputs: [output('o', { type: 'string' })],
    engine_constraints: [],
  }
  expect(between({ ...read, outputs: [] }, { ...later, outputs: [] })).toEqual([
    'input a changed: input-became-const',
    'engine opentofu changed: requirement-narrowed',
  ])
})

test('what takes too long to tell breaks', () => {
  const many = Array.from({ length: 2000 }, (_, n) => `!= 1.0.${n}`).join(', ')
  const required = (version: string): Part => ({ provider_dependencies: [provider('acme/cloud', version)] })
  expect(between(required(`${many}, >= 1`), required(many))).toEqual([
    'provider cloud changed: requirement-narrowed',
  ])
})
