import type { VersionStep } from './module-comparison.js'
import type { PublishedNumber } from './version-verdict.js'

/** The texts of a module's files, by path. */
type Sources = Readonly<Record<string, string>>

/** Two versions of a module, and what has to be said of the later one. Each face is tested by all of them. */
export interface InterfacePair {
  readonly promise: string
  readonly before: Sources
  readonly after: Sources
  /** The release that `after` is compared with, whose sources are `before`; null where there is none. */
  readonly from: string | null
  readonly to: string
  /** Other published versions, with the sources `otherSources`. */
  readonly others: readonly PublishedNumber[]
  readonly step: VersionStep | null
  readonly wantedStep: VersionStep | null
  /** Null where the step is large enough. */
  readonly wantedVersion: string | null
  /** Breaking changes, as `input cidr of modules/net: input-removed`, in order. */
  readonly breaking: readonly string[]
  /** The number in the last sentence about it; null where nothing breaks beyond the step. */
  readonly summary: string | null
  /** True if the policy `refuse` refuses it. */
  readonly refused: boolean
}

/** Unlike those of any pair: a version that is compared with these by mistake breaks more. */
export const otherSources: Sources = { 'main.tf': 'output "other" {\n  value = 1\n}\n' }

interface Expected extends Partial<Omit<InterfacePair, 'promise' | 'before' | 'after' | 'others'>> {
  readonly others?: readonly string[]
  readonly revoked?: readonly string[]
}

/** A minor step from 1.2.4 that breaks nothing and is large enough, unless something else is expected. */
function pair(
  promise: string,
  before: string | Sources,
  after: string | Sources,
  { others = [], revoked = [], ...expected }: Expected = {},
): InterfacePair {
  const sources = (of: string | Sources): Sources => (typeof of === 'string' ? { 'main.tf': of } : of)
  return {
    promise,
    ...{ before: sources(before), after: sources(after), from: '1.2.4', to: '1.3.0' },
    others: [
      ...others.map((version) => ({ version, isRevoked: false })),
      ...revoked.map((version) => ({ version, isRevoked: true })),
    ],
    ...{ step: 'minor', wantedStep: 'patch', breaking: [], summary: null, refused: false },
    // The sentence ends with it.
    wantedVersion: /([\d.]+)\.$/.exec(expected.summary ?? '')?.[1] ?? null,
    ...expected,
  }
}

/** Result of a minor step that breaks, which `refuse` refuses. */
const refusing = (summary: string, ...breaking: string[]): Expected => ({
  ...{ wantedStep: 'major', breaking, refused: true },
  summary: `1.3.0 breaks callers of 1.2.4: ${summary}. By SemVer this is 2.0.0.`,
})

const input = (name: string, ...lines: string[]): string =>
  `variable "${name}" {\n  ${lines.join('\n  ')}\n}\n`
const given = (name: string): string => input(name, 'type = string')
const optional = (name: string): string => input(name, 'type = string', 'default = "x"')
const output = (name: string): string => `output "${name}" {\n  value = 1\n}\n`
const settings = (text: string): string => `engine {\n  ${text}\n}\n`
const engine = (constraint: string): string => settings(`required_version = "${constraint}"`)
const provider = (source: string, version: string): string =>
  settings(
    `required_providers {\n    cloud = {\n      source = "${source}"\n      version = "${version}"\n    }\n  }`,
  )
const compatible = (constraint: string): string =>
  `language {\n  compatible_with {\n    opentofu = "${constraint}"\n  }\n}\n`
const call = (source: string): string => `module "a" {\n  source = ${source}\n}\n`
const net = (text: string, root = given('name')): Sources => ({
  'main.tf': root,
  'modules/net/main.tf': text,
})

const ofInputs: readonly InterfacePair[] = [
  pair('nothing changes', given('cidr'), given('cidr')),
  pair(
    'an input is removed',
    optional('cidr'),
    '',
    refusing('input cidr was removed', 'input cidr: input-removed'),
  ),
  pair('a required input is added', '', given('cidr'), {
    ...refusing('input cidr was added and is required', 'input cidr: required-input-added'),
  }),
  pair('an optional input is added', '', optional('cidr'), { wantedStep: 'minor' }),
  pair('an input becomes required', optional('cidr'), given('cidr'), {
    ...refusing('input cidr became required', 'input cidr: input-became-required'),
  }),
  pair('an input becomes optional', given('cidr'), optional('cidr')),
  pair('a default changes', optional('cidr'), input('cidr', 'type = string', 'default = "y"')),
  pair('a description changes', given('cidr'), input('cidr', 'type = string', 'description = "Range"')),
  pair('a validation is added', given('cidr'), {
    'main.tf': input(
      'cidr',
      'type = string',
      'validation {',
      '  condition = var.cidr != ""',
      '  error_message = "Not empty."',
      '}',
    ),
  }),
  pair('an input is renamed', given('cidr'), given('range'), {
    ...refusing(
      'input cidr was removed, input range was added and is required',
      ...['input cidr: input-removed', 'input range: required-input-added'],
    ),
  }),
  pair(
    'an input no longer takes null',
    optional('cidr'),
    input('cidr', 'type = string', 'default = "x"', 'nullable = false'),
    {
      ...refusing('input cidr no longer takes null', 'input cidr: input-no-longer-nullable'),
    },
  ),
  pair(
    'an input takes null from now on',
    input('cidr', 'type = string', 'default = "x"', 'nullable = false'),
    input('cidr', 'type = string', 'default = "x"', 'nullable = true'),
  ),
  pair('an optional input without null is added', '', input('cidr', 'default = "x"', 'nullable = false'), {
    wantedStep: 'minor',
  }),
  pair('an input becomes sensitive', given('cidr'), input('cidr', 'type = string', 'sensitive = true')),
  pair(
    'an input is deprecated',
    optional('cidr'),
    input('cidr', 'type = string', 'default = "x"', 'deprecated = "Use range."'),
  ),
]

const typePairs: readonly [before: string, after: string, breaks: boolean][] = [
  ['string', 'number', true],
  ['number', 'string', false],
  ['bool', 'string', false],
  ['string', 'bool', true],
  ['number', 'bool', true],
  ['string', 'any', false],
  ['any', 'string', true],
  ['list(number)', 'list(string)', false],
  ['list(string)', 'list(number)', true],
  ['list(string)', 'list(any)', false],
  ['list(any)', 'list(string)', true],
  ['list(string)', 'set(string)', true],
  ['set(string)', 'list(string)', true],
  ['set(number)', 'set(string)', false],
  ['map(bool)', 'map(string)', false],
  ['map(string)', 'object({ a = string })', true],
  ['object({ a = string })', 'map(string)', true],
  ['tuple([number, bool])', 'tuple([string, bool])', false],
  ['tuple([string])', 'tuple([string, string])', true],
  ['tuple([string])', 'list(string)', true],
  ['string', 'list(string)', true],
  ['object({ a = string })', 'object({ a = string, b = optional(string) })', false],
  ['object({ a = string })', 'object({ a = string, b = optional(list(string), ["x"]) })', false],
  ['object({ a = string })', 'object({ a = string, b = string })', true],
  ['object({ a = string, b = string })', 'object({ a = string })', false],
  ['object({ a = string })', 'object({ a = optional(string) })', false],
  ['object({ a = optional(string) })', 'object({ a = string })', true],
  ['object({ a = number })', 'object({ a = string })', false],
  ['object({ a = optional(number, 1) })', 'object({ a = optional(string, "1") })', false],
  ['object({ a = string })', 'object({ a = number })', true],
  ['object({ a = string })', 'object({\n    a = string # what it is\n    b = optional(bool)\n  })', false],
  ['list(object({ a = string }))', 'list(object({ a = string, b = optional(string) }))', false],
  ['list(object({ a = string }))', 'list(object({ a = string, b = string }))', true],
  [
    'map(object({ a = object({ b = number }) }))',
    'map(object({ a = object({ b = string, c = optional(any) }) }))',
    false,
  ],
]

const ofTypes = typePairs.map(([before, after, breaks]) =>
  pair(
    `the type ${before} becomes ${after.replaceAll(/\s+/g, ' ')}`,
    input('size', `type = ${before}`),
    input('size', `type = ${after}`),
    breaks ? refusing('input size has another type', 'input size: input-type-changed') : {},
  ),
)

const held: readonly [before: string, after: string, breaks: boolean][] = [
  ['string', 'string', false],
  ['object({ id = string, arn = string })', 'object({ id = string })', true],
  ['object({ id = string })', 'object({ id = string, arn = string })', false],
  ['object({ id = optional(string) })', 'object({ arn = string })', true],
  ['object({ id = string })', 'object({ id = list(string) })', true],
  ['list(object({ id = string, arn = string }))', 'list(object({ id = string }))', true],
  ['list(string)', 'map(string)', true],
  ['list(string)', 'set(string)', true],
  ['number', 'string', true],
  ['string', 'number', true],
  ['string', 'any', true],
  ['any', 'string', false],
  ['map(any)', 'map(string)', false],
  ['tuple([string, number])', 'tuple([string])', true],
]

const ofOutputs: readonly InterfacePair[] = [
  ...held.map(([before, after, breaks]) =>
    pair(
      `the type of an output ${before} becomes ${after}`,
      `output "id" {\n  value = 1\n  type = ${before}\n}\n`,
      `output "id" {\n  value = 1\n  type = ${after}\n}\n`,
      breaks ? refusing('output id has another type', 'output id: output-type-changed') : {},
    ),
  ),
  pair('an output gets a type', output('id'), 'output "id" {\n  value = 1\n  type = number\n}\n'),
  ...(['ephemeral', 'sensitive'] as const).flatMap((trait) => {
    const marked = `output "id" {\n  value = 1\n  ${trait} = true\n}\n`
    return [
      pair(`an output becomes ${trait}`, output('id'), marked, {
        ...refusing(`output id became ${trait}`, `output id: output-became-${trait}`),
      }),
      pair(`an output is ${trait} no longer`, marked, output('id')),
    ]
  }),
]

const ofNewLanguage: readonly InterfacePair[] = [
  pair('an input becomes const', optional('cidr'), input('cidr', 'default = "x"', 'const = true'), {
    ...refusing('input cidr became const', 'input cidr: input-became-const'),
  }),
  pair('an input is const no longer', input('cidr', 'const = true'), input('cidr')),
  pair('an optional input that is const is added', '', input('cidr', 'default = "x"', 'const = true'), {
    wantedStep: 'minor',
  }),
  pair('an engine is constrained by its name', given('a'), given('a') + compatible('>= 1.12'), {
    ...refusing(
      'the constraint on the engine opentofu was narrowed',
      'engine opentofu: requirement-narrowed',
    ),
  }),
  pair('the constraint on an engine is widened', compatible('>= 1.13'), compatible('>= 1.12')),
  pair('a call gets its source by an expression', call('"acme/a/aws"'), call('var.a')),
]

const ofTheRest: readonly InterfacePair[] = [
  pair(
    'an output is removed',
    output('id'),
    '',
    refusing('output id was removed', 'output id: output-removed'),
  ),
  pair('an output is added', '', output('id'), { wantedStep: 'minor' }),
  pair('a resource is added', given('a'), `${given('a')}resource "cloud_net" "this" {}\n`),
  pair('a submodule is added', given('name'), net(given('cidr')), { wantedStep: 'minor' }),
  pair('a submodule is removed', net(given('cidr')), given('name'), {
    ...refusing('submodule modules/net was removed', 'folder modules/net: submodule-removed'),
  }),
  pair('an input of a submodule is removed', net(given('cidr') + given('zone')), net(given('zone')), {
    ...refusing('input cidr of modules/net was removed', 'input cidr of modules/net: input-removed'),
  }),
  pair('an example changes', { 'main.tf': '', 'examples/a/main.tf': given('x') }, ''),
  pair(
    'the constraint on a provider is narrowed',
    provider('acme/cloud', '>= 4.0'),
    provider('acme/cloud', '>= 5.0'),
    {
      ...refusing('the constraint on provider cloud was narrowed', 'provider cloud: requirement-narrowed'),
    },
  ),
  pair(
    'the constraint on a provider is widened',
    provider('acme/cloud', '~> 4.1'),
    provider('acme/cloud', '>= 4.1'),
  ),
  pair(
    'the constraint on a provider gets an end',
    provider('acme/cloud', '>= 4.0'),
    provider('acme/cloud', '>= 4.0, < 6.0'),
    {
      ...refusing('the constraint on provider cloud was narrowed', 'provider cloud: requirement-narrowed'),
    },
  ),
  pair(
    'a provider comes from elsewhere',
    provider('acme/cloud', '>= 4.0'),
    provider('other/cloud', '>= 4.0'),
    {
      ...refusing('provider cloud has another source', 'provider cloud: source-changed'),
    },
  ),
  pair(
    'the source of a provider is written out',
    settings('required_providers {\n    cloud = ">= 4.0"\n  }'),
    provider('hashicorp/cloud', '>= 4.0'),
  ),
  pair(
    'the source of a provider is written in another case',
    provider('Acme/Cloud', '>= 4.0'),
    provider('acme/cloud', '>= 4.0'),
  ),
  pair('a provider is needed no more', provider('acme/cloud', '>= 4.0'), ''),
  pair('the constraint on the engine is narrowed', engine('>= 1.3'), engine('>= 1.5'), {
    ...refusing('the constraint on the engine was narrowed', 'engine: requirement-narrowed'),
  }),
  pair('the engine is constrained for the first time', given('a'), given('a') + engine('>= 1.5'), {
    ...refusing('the constraint on the engine was narrowed', 'engine: requirement-narrowed'),
  }),
  pair('the constraint on the engine is widened', engine('~> 1.5'), engine('>= 1.5')),
  pair(
    'the constraint on the engine of a submodule is narrowed',
    net(engine('>= 1.3')),
    net(engine('>= 1.4')),
    {
      ...refusing(
        'the constraint on the engine of modules/net was narrowed',
        'engine of modules/net: requirement-narrowed',
      ),
    },
  ),
  pair(
    'much breaks at once',
    net(given('cidr'), optional('a') + optional('b') + output('id') + output('arn')),
    given('a'),
    refusing(
      'input a became required, input b was removed, output arn was removed, … (2 more)',
      ...['input a: input-became-required', 'input b: input-removed', 'output arn: output-removed'],
      ...['output id: output-removed', 'folder modules/net: submodule-removed'],
    ),
  ),
]

const removed = { breaking: ['input cidr: input-removed'] }
const summaryOf = (from: string, to: string, wanted: string): string =>
  `${to} breaks callers of ${from}: input cidr was removed. By SemVer this is ${wanted}.`

/** A version that removes an input. */
const breaking = (promise: string, from: string, to: string, expected: Expected): InterfacePair =>
  pair(promise, given('cidr'), '', { from, to, ...removed, ...expected })

const refused = (from: string, to: string, wanted: string): Expected => ({
  ...{ summary: summaryOf(from, to, wanted), refused: true },
})

const ofNumbers: readonly InterfacePair[] = [
  breaking('a major step may break', '1.2.4', '2.0.0', { step: 'major', wantedStep: 'major' }),
  breaking('a patch must not break', '1.2.4', '1.2.5', {
    ...{ step: 'patch', wantedStep: 'major', ...refused('1.2.4', '1.2.5', '2.0.0') },
  }),
  pair('an addition in a patch is shown alone', '', output('id'), {
    ...{ to: '1.2.5', step: 'patch', wantedStep: 'minor', wantedVersion: '1.3.0' },
  }),
  breaking('below 1.0.0 a minor step may break', '0.4.2', '0.5.0', { step: 'minor', wantedStep: 'minor' }),
  breaking('below 1.0.0 a patch must not break', '0.4.2', '0.4.3', {
    ...{ step: 'patch', wantedStep: 'minor', ...refused('0.4.2', '0.4.3', '0.5.0') },
  }),
  pair('below 1.0.0 a patch may add', '', output('id'), {
    ...{ from: '0.4.2', to: '0.4.3', step: 'patch', wantedStep: 'patch' },
  }),
  breaking('1.0.0 may break what came before', '0.9.3', '1.0.0', { step: 'major', wantedStep: 'minor' }),
  pair('the first release has nothing to keep', '', given('cidr'), {
    ...{ from: null, to: '1.0.0', step: null, wantedStep: null },
  }),
  pair('a release after pre-releases alone has nothing to keep', '', given('cidr'), {
    ...{ from: null, to: '1.0.0', others: ['1.0.0-rc.1'], step: null, wantedStep: null },
  }),
  breaking('a pre-release is compared and never refused', '1.2.4', '1.3.0-rc.1', {
    ...{ step: 'minor', wantedStep: 'major', summary: summaryOf('1.2.4', '1.3.0-rc.1', '2.0.0') },
  }),
  breaking('a pre-release of a major step may break', '1.2.4', '2.0.0-rc.1', {
    ...{ step: 'major', wantedStep: 'major' },
  }),
  breaking('a pre-release is no baseline', '1.2.4', '1.3.0', {
    ...{ others: ['1.3.0-rc.1', '1.3.0-rc.2'], wantedStep: 'major', ...refused('1.2.4', '1.3.0', '2.0.0') },
  }),
  breaking('a revoked version is no baseline', '1.2.4', '1.3.0', {
    ...{ revoked: ['1.2.5'], wantedStep: 'major', ...refused('1.2.4', '1.3.0', '2.0.0') },
  }),
  pair('where all before is revoked there is nothing to keep', '', given('cidr'), {
    ...{ from: null, to: '1.1.0', revoked: ['1.0.0'], step: null, wantedStep: null },
  }),
  breaking('a patch of an older line is compared with that line', '1.2.4', '1.2.5', {
    ...{
      others: ['2.0.0', '2.1.0'],
      step: 'patch',
      wantedStep: 'major',
      ...refused('1.2.4', '1.2.5', '3.0.0'),
    },
  }),
  breaking('a minor step of an older line too', '1.2.4', '1.3.0', {
    ...{ others: ['1.2.3', '2.0.0'], wantedStep: 'major', ...refused('1.2.4', '1.3.0', '3.0.0') },
  }),
  breaking('a patch of an older line below 1.0.0 too', '0.3.1', '0.3.2', {
    ...{ others: ['0.4.0'], step: 'patch', wantedStep: 'minor', ...refused('0.3.1', '0.3.2', '0.5.0') },
  }),
  breaking('the highest release below counts, not the last one published', '1.10.0', '1.11.0', {
    ...{ others: ['1.9.0', '1.2.0'], wantedStep: 'major', ...refused('1.10.0', '1.11.0', '2.0.0') },
  }),
  breaking('build metadata is no part of the order', '1.2.4+build.7', '1.3.0+build.8', {
    ...{ wantedStep: 'major', ...refused('1.2.4+build.7', '1.3.0+build.8', '2.0.0') },
  }),
  breaking('a number that was revoked is not wanted', '1.2.4', '1.3.0', {
    ...{ revoked: ['2.0.0'], wantedStep: 'major', ...refused('1.2.4', '1.3.0', '3.0.0') },
  }),
  breaking('numbers of any length', '99999999999999999999.0.0', '99999999999999999999.1.0', {
    wantedStep: 'major',
    ...refused('99999999999999999999.0.0', '99999999999999999999.1.0', '100000000000000000000.0.0'),
  }),
]

export const interfacePairs: readonly InterfacePair[] = [
  ...ofInputs,
  ...ofTypes,
  ...ofOutputs,
  ...ofNewLanguage,
  ...ofTheRest,
  ...ofNumbers,
]
