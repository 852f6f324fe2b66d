import type { ModuleSource } from '@engine/module-source'
import { comparable, type ModuleChange } from '@engine/module-source/comparison'
import {
  baselineOf,
  described,
  isRefused,
  numberAfter,
  evaluateVersion,
  type InterfacePolicy,
  type VersionVerdict,
} from '@engine/module-source/verdict'
import { compareVersions, isPreRelease } from '@engine/shared'
import { Fault } from './fault.js'
import type { ModuleReader, PublishedModule } from './published-module.js'
import { visible } from './report.js'

/** Result of comparing a folder as a version of a module. */
export interface Comparison {
  readonly text: string
  /** Reason why the platform would not publish it. */
  readonly refusal: Fault | undefined
}

/**
 * Compares a folder with what is published, as the platform does when it is published under the number. Without one it is
 * compared with the newest release, as a version that has not the right to break anything yet. Throws a `Fault`.
 */
export async function compare(
  reader: ModuleReader,
  source: ModuleSource,
  version: string | undefined,
): Promise<Comparison> {
  const { address } = reader
  const module = await reader.find()
  if (!module) return withoutBaseline(`There is no module ${address} yet: this would be its first version.`)
  if (version !== undefined) demandFree(address, version, module)
  const number = version ?? nextPatch(module)
  const baseline = number === undefined ? undefined : baselineOf(number, module.versions)
  if (number === undefined || !baseline)
    return withoutBaseline(`${address} has no release before ${version ?? 'this'}: nothing is promised yet.`)
  const before = await reader.contents(baseline.version)
  const verdict = evaluateVersion(number, module.versions, before, comparable(source))
  const lines = [`Compared with ${address} ${baseline.version}`, ...changesIn(verdict), '']
  if (isRefused(verdict, module.policy)) {
    const refusal = new Fault('breaking', visible(refusalOf(address, verdict, number, version === undefined)))
    return { text: textOf([...lines, nextIs(verdict, number)]), refusal }
  }
  const said =
    version === undefined ? [nextIs(verdict, number)] : conclusionOf(version, verdict, module.policy)
  return { text: textOf([...lines, ...said]), refusal: undefined }
}

const withoutBaseline = (text: string): Comparison => ({ text, refusal: undefined })

const textOf = (lines: readonly string[]): string => lines.map(visible).join('\n')

function demandFree(address: string, version: string, { versions }: PublishedModule): void {
  if (versions.some((each) => compareVersions(each.version, version) === 0))
    throw new Fault('exists', `${address} ${version} is published already; publish the next version instead`)
}

/** The smallest number that comes after the newest release; undefined where there is no release. */
function nextPatch({ newest, versions }: PublishedModule): string | undefined {
  return newest === undefined || isPreRelease(newest) ? undefined : numberAfter(newest, 'patch', versions)
}

const nextIs = ({ interface: { wantedVersion } }: VersionVerdict, number: string): string =>
  `By SemVer this is ${wantedVersion ?? number}.`

function changesIn({ interface: { breaking, breakingCount }, changes }: VersionVerdict): string[] {
  const added = changes.flatMap(additionIn)
  const more = breakingCount - breaking.length
  const rest = more > 0 ? [`and ${more.toLocaleString('en')} more`] : []
  const lists = { 'breaks callers': [...breaking.map(described), ...rest], adds: added }
  const lines = Object.entries(lists).flatMap(([title, items]) =>
    items.length === 0 ? [] : [`  ${title}`, ...items.map((item) => `    ${item}`)],
  )
  return lines.length > 0 ? lines : ['  nothing changes for its callers']
}

function additionIn({ change, breaking, kind, path, name }: ModuleChange): string[] {
  if (change !== 'added' || breaking !== null) return []
  if (kind === 'folder') return [`submodule ${name}`]
  return kind === 'input' || kind === 'output' ? [`${kind} ${name}${path === '' ? '' : ` of ${path}`}`] : []
}

/** Sentences about a number that would be published. */
function conclusionOf(version: string, verdict: VersionVerdict, policy: InterfacePolicy): string[] {
  const { comparedWith, breakingCount } = verdict.interface
  if (verdict.summary !== null) return [verdict.summary, whyPublished(version, policy)]
  if (breakingCount > 0) return [`${version} may break callers of ${comparedWith}: its number says so.`]
  const unbroken = `${version} breaks nothing for callers of ${comparedWith}.`
  return [verdict.interface.wantedVersion === null ? unbroken : `${unbroken} ${nextIs(verdict, version)}`]
}

function whyPublished(version: string, policy: InterfacePolicy): string {
  if (isPreRelease(version)) return 'It would be published all the same: a pre-release promises nothing.'
  return `It would be published all the same, by the policy ${policy}.`
}

function refusalOf(
  address: string,
  { summary, interface: { wantedVersion } }: VersionVerdict,
  number: string,
  isOpen: boolean,
) {
  const policy = `The policy refuse of ${address}`
  if (!isOpen) return `${summary} ${policy} would refuse it`
  // The number that it was judged by is not one that was asked for.
  const said = `this${summary?.slice(number.length)}`
  return `${said} ${policy} would refuse any smaller number; name it by --version ${wantedVersion}`
}
