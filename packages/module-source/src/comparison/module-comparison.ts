import {
  compareVersions,
  isPreRelease,
  meetsEngineConstraint,
  parseEngineConstraint,
  type EngineConstraint,
} from '@engine/shared'
import { impliedSource } from '../given-names.js'
import {
  engineConstraintsOf,
  partDocument,
  type ModuleContents,
  type ModulePartDocument,
} from '../module-documents.js'
import type { ModuleSource } from '../module-source.js'
import { WorkBudget } from './work-budget.js'
import { providesAllOf, acceptsAllOf } from './type-comparison.js'

/** Contents of a module that two of its versions are compared by. */
export interface ComparableModule extends Omit<ModuleContents, 'examples'> {
  /** Engine constraints by path; undefined of a version published before they were read. */
  readonly engineConstraints: Readonly<Record<string, string>> | undefined
}

/** Converts a module that was read just now into what comparisons need. */
export function comparable(source: ModuleSource): ComparableModule {
  return {
    root: partDocument(source.root),
    submodules: source.submodules.map(partDocument),
    engineConstraints: engineConstraintsOf(source),
  }
}

export const declarationKinds = [
  'folder',
  'input',
  'output',
  'resource',
  'engine',
  'provider',
  'dependency',
] as const

export type DeclarationKind = (typeof declarationKinds)[number]

export const breakingReasons = [
  'required-input-added',
  'input-removed',
  'input-type-changed',
  'input-became-required',
  'input-no-longer-nullable',
  'input-became-const',
  'output-removed',
  'output-type-changed',
  'output-became-ephemeral',
  'output-became-sensitive',
  'requirement-narrowed',
  'source-changed',
  'submodule-removed',
] as const

export type BreakingReason = (typeof breakingReasons)[number]

export const changeTypes = ['added', 'removed', 'changed'] as const

export interface ModuleChange {
  /** `modules/net`; empty for the root. */
  readonly path: string
  readonly kind: DeclarationKind
  readonly name: string
  readonly change: (typeof changeTypes)[number]
  /** Reason why callers of the module may have to change; null if they need not. */
  readonly breaking: BreakingReason | null
  /** Facts that changed. Of what was added or removed, those that say something. */
  readonly facts: readonly ChangedFact[]
}

export interface ChangedFact {
  readonly name: FactName
  /** Null where there was none. */
  readonly before: string | null
  readonly after: string | null
}

export const factNames = [
  'type',
  'default',
  'required',
  'nullable',
  'const',
  'description',
  'sensitive',
  'ephemeral',
  'deprecated',
  'source',
  'version',
  'aliases',
] as const

export type FactName = (typeof factNames)[number]

type Facts = Readonly<Partial<Record<FactName, string | undefined>>>

/** Declarations of a kind in a folder, by name. */
type Declared = ReadonlyMap<string, Facts>

/**
 * Breaking changes first; then folder by folder, the root first. The platform stores how many there are: a change of what
 * breaks needs a migration that empties `module_version_distances` and requests those of all modules that are used.
 */
export function changesBetween(before: ComparableModule, after: ComparableModule): ModuleChange[] {
  const [earlier, later] = [foldersOf(before), foldersOf(after)]
  const paths = [...new Set([...earlier.keys(), ...later.keys()])].sort()
  const budget = new WorkBudget()
  const changes = paths.flatMap((path) => {
    const [then, now] = [earlier.get(path), later.get(path)]
    if (then && now)
      return kinds.flatMap((kind) =>
        changesOf({ path, kind }, declared(kind, then, now), declared(kind, now, then), budget),
      )
    const change = now ? 'added' : 'removed'
    const breaking = now ? null : ('submodule-removed' as const)
    return [{ path, kind: 'folder' as const, name: path, change, breaking, facts: [] } as const]
  })
  return changes.toSorted((one, other) => Number(one.breaking === null) - Number(other.breaking === null))
}

const kinds = ['input', 'output', 'engine', 'provider', 'dependency', 'resource'] as const

interface Folder extends ModulePartDocument {
  readonly engine: string | undefined
}

function foldersOf({ root, submodules, engineConstraints }: ComparableModule): Map<string, Folder> {
  const parts = [...(root ? [root] : []), ...submodules]
  return new Map(parts.map((part) => [part.path, { ...part, engine: engineConstraints?.[part.path] }]))
}

/** `other` is the same folder of the other version. */
function declared(kind: (typeof kinds)[number], folder: Folder, other: Folder): Declared {
  switch (kind) {
    case 'input':
      return factsByName(
        folder.inputs,
        ({ type, required, default: value, description, nullable, const: constant, ...traits }) => ({
          ...{ type, required: String(required), default: value },
          // It is read for as long as what is deprecated.
          nullable: traits.deprecated === undefined ? undefined : String(nullable !== false),
          const: textOf(constant),
          description,
          ...traitFacts(traits),
        }),
      )
    case 'output':
      return factsByName(folder.outputs, ({ type, description, ...traits }) => ({
        type,
        description,
        ...traitFacts(traits),
      }))
    case 'engine':
      return enginesOf(folder, other)
    case 'provider':
      return factsByName(
        folder.provider_dependencies,
        ({ source, version, configuration_aliases: aliases }) => ({
          ...{ source, version },
          aliases: aliases?.join(', '),
        }),
      )
    case 'dependency':
      return factsByName(folder.dependencies, ({ source, version }) => ({ source, version }))
    case 'resource':
      return new Map(folder.resources.map(({ type, name }) => [`${type}.${name}`, {}]))
  }
}

/**
 * Requirements of engines. A requirement that was not read at the time is unknown; a missing one allows any
 * engine.
 */
function enginesOf(folder: Folder, other: Folder): Declared {
  const found = new Map<string, Facts>()
  if (folder.engine !== undefined && other.engine !== undefined) found.set('', { version: folder.engine })
  const [own, others] = [folder.engine_constraints, other.engine_constraints]
  if (!own || !others) return found
  for (const { engine } of others) found.set(engine, { version: '' })
  for (const { engine, constraint } of own) found.set(engine, { version: constraint })
  return found
}

function factsByName<Item extends { readonly name: string }>(
  items: readonly Item[],
  facts: (item: Item) => Facts,
): Declared {
  return new Map(items.map((item) => [item.name, facts(item)]))
}

interface Traits {
  readonly sensitive?: boolean
  readonly ephemeral?: boolean
  readonly deprecated?: string
}

/** Undefined of a version that was published before this was read. */
function traitFacts({ sensitive, ephemeral, deprecated }: Traits): Facts {
  return { sensitive: textOf(sensitive), ephemeral: textOf(ephemeral), deprecated }
}

const textOf = (trait: boolean | undefined) => (trait === undefined ? undefined : String(trait))

function changesOf(
  { path, kind }: { readonly path: string; readonly kind: (typeof kinds)[number] },
  then: Declared,
  now: Declared,
  budget: WorkBudget,
): ModuleChange[] {
  const names = [...new Set([...then.keys(), ...now.keys()])].sort()
  return names.flatMap((name) => {
    const [before, after] = [then.get(name), now.get(name)]
    const facts = changedFacts(before, after)
    if (before && after && facts.length === 0) return []
    const change = !before ? 'added' : after ? 'changed' : 'removed'
    return [
      { path, kind, name, change, breaking: breakingReason({ kind, name }, before, after, budget), facts },
    ]
  })
}

function changedFacts(before: Facts | undefined, after: Facts | undefined): ChangedFact[] {
  return (Object.keys(after ?? before ?? {}) as FactName[]).flatMap((name) => {
    const [then, now] = [comparableText(name, before?.[name]), comparableText(name, after?.[name])]
    if (before && after) {
      if (then === undefined || now === undefined || then === now) return []
    } else if (['', name === 'nullable' ? 'true' : 'false', undefined].includes(then ?? now)) return []
    return [{ name, before: then ?? null, after: now ?? null }]
  })
}

/** Text of a fact as it is compared: the layout of a type makes no difference. */
function comparableText(name: FactName, text: string | undefined): string | undefined {
  return name === 'type' ? text?.replaceAll(/\s+/g, ' ').trim() : text
}

function breakingReason(
  { kind, name }: { readonly kind: DeclarationKind; readonly name: string },
  before: Facts | undefined,
  after: Facts | undefined,
  budget: WorkBudget,
): BreakingReason | null {
  if (!after) return kind === 'input' ? 'input-removed' : kind === 'output' ? 'output-removed' : null
  if (kind === 'input') return inputReason(before, after, budget)
  if (!before) return null
  if (kind === 'output') return outputReason(before, after, budget)
  if (kind !== 'engine' && kind !== 'provider') return null
  if (kind === 'provider' && sourceOf(name, before) !== sourceOf(name, after)) return 'source-changed'
  return isNarrowed(before.version ?? '', after.version ?? '', budget) ? 'requirement-narrowed' : null
}

/** Source as the engine reads it: a missing one is implied by the name, and case makes no difference. */
const sourceOf = (name: string, { source }: Facts): string => (source || impliedSource(name)).toLowerCase()

function inputReason(before: Facts | undefined, after: Facts, budget: WorkBudget): BreakingReason | null {
  const isRequired = after.required === 'true'
  if (!before) return isRequired ? 'required-input-added' : null
  const [then, now] = [before.type ?? '', after.type ?? '']
  if (comparableText('type', then) !== comparableText('type', now) && !acceptsAllOf(then, now, budget))
    return 'input-type-changed'
  if (isRequired && before.required !== 'true') return 'input-became-required'
  if (before.nullable === 'true' && after.nullable === 'false') return 'input-no-longer-nullable'
  return became(before.const, after.const) ? 'input-became-const' : null
}

function outputReason(before: Facts, after: Facts, budget: WorkBudget): BreakingReason | null {
  const [then, now] = [before.type, after.type]
  // Of one without a type nothing was promised, and one that loses it may be anything.
  if (then && now !== undefined && comparableText('type', then) !== comparableText('type', now))
    if (!providesAllOf(then, now || 'any', budget)) return 'output-type-changed'
  if (became(before.ephemeral, after.ephemeral)) return 'output-became-ephemeral'
  return became(before.sensitive, after.sensitive) ? 'output-became-sensitive' : null
}

const became = (before: string | undefined, after: string | undefined): boolean =>
  before === 'false' && after === 'true'

/**
 * Tells whether a version that met the constraint before need not meet it now. Constraints change their
 * meaning only at the versions that stand in them, so those and their neighbours are tried. An unreadable
 * constraint may mean anything.
 */
export function isNarrowed(before: string, after: string, budget: WorkBudget): boolean {
  if (before === after || after.trim() === '') return false
  const [earlier, later] = [before.trim() === '' ? anyVersion : parsed(before), parsed(after)]
  if (!earlier || !later) return true
  const bounds = [...earlier.bounds, ...later.bounds]
  const tried = bounds.flatMap(({ version }) => neighbours(version))
  if (!budget.spend(tried.length * bounds.length)) return true
  return tried.some(
    (version) => meetsEngineConstraint(version, earlier) && !meetsEngineConstraint(version, later),
  )
}

const anyVersion: EngineConstraint = { bounds: [], isExact: false }

function parsed(text: string): EngineConstraint | undefined {
  const outcome = parseEngineConstraint(text)
  return 'constraint' in outcome ? outcome.constraint : undefined
}

/** Larger than any number that is given. */
const many = 999_999_999

/** The version, the one just above and the one just below. */
function neighbours(version: string): string[] {
  const [major = 0, minor = 0, patch = 0] = version.replace(/-.*/, '').split('.').map(Number)
  const below = [
    ...(patch > 0 ? [[major, minor, patch - 1]] : []),
    ...(minor > 0 ? [[major, minor - 1, many]] : []),
    ...(major > 0 ? [[major - 1, many, many]] : []),
  ]
  const around = [[major, minor, patch], [major, minor, patch + 1], ...below.slice(0, 1)]
  return [version, ...around.map((numbers) => numbers.join('.'))]
}

/** The steps between versions, the largest first. */
export const versionSteps = ['major', 'minor', 'patch'] as const

export type VersionStep = (typeof versionSteps)[number]

type SteppingChange = Pick<ModuleChange, 'breaking' | 'change' | 'kind'>

/** The step that SemVer wants for these changes, where the step between the numbers is a smaller one; null where not. */
export function missingStep(
  from: string,
  to: string,
  changes: readonly SteppingChange[],
): VersionStep | null {
  // A pre-release promises nothing.
  if (compareVersions(from, to) >= 0 || isPreRelease(from)) return null
  const wanted = wantedStep(from, changes)
  return isSmaller(stepBetween(from, to), wanted) ? wanted : null
}

/** The step that SemVer wants for what changed since a release. Below 1.0.0 a minor step may break. */
export function wantedStep(from: string, changes: readonly SteppingChange[]): VersionStep {
  const isEarly = from.startsWith('0.')
  if (changes.some(({ breaking }) => breaking !== null)) return isEarly ? 'minor' : 'major'
  const isNew = changes.some(
    ({ change, kind }) => change === 'added' && ['input', 'output', 'folder'].includes(kind),
  )
  return isNew && !isEarly ? 'minor' : 'patch'
}

export function isSmaller(step: VersionStep, than: VersionStep): boolean {
  return versionSteps.indexOf(step) > versionSteps.indexOf(than)
}

export function stepBetween(from: string, to: string): VersionStep {
  const [before, after] = [from, to].map((version) => version.replace(/[-+].*/, '').split('.'))
  if (before?.[0] !== after?.[0]) return 'major'
  return before?.[1] === after?.[1] ? 'patch' : 'minor'
}
