import { registryHost } from '@engine/shared'
import {
  type CliFacts,
  cliName,
  loginCommand,
} from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/words'
import { numberText } from '~/ui/text'
import type { FoundState } from './queries'

type ResourcesOfType = NonNullable<FoundState['resources']>[number]

type ChangeCounts = { added: number; changed: number; removed: number }

/** `2 added, 1 changed`. */
export function changeText({ added, changed, removed }: ChangeCounts): string {
  const parts = Object.entries({ added, changed, removed }).filter(([, number]) => number > 0)
  return parts.map(([word, number]) => `${numberText(number)} ${word}`).join(', ') || 'No changes'
}

/** `string`, `list of string`, `map of number`, `object`. */
export function typeText(type: unknown): string {
  if (typeof type === 'string') return type
  if (!Array.isArray(type)) return 'dynamic'
  const [kind, inner] = type as readonly unknown[]
  if (kind === 'list' || kind === 'set' || kind === 'map') return `${kind} of ${typeText(inner)}`
  return String(kind)
}

/** Returns a JSON value as text: strings as they are, anything else on one line, with every digit. */
export const valueText = (value: string): string =>
  value.startsWith('"')
    ? String(JSON.parse(value))
    : value.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, (_, text?: string) => text ?? ' ')

/** Returns the configuration block that stores a state in this workspace. */
export const cloudBlock = (cli: CliFacts, organization: string, workspace: string): string =>
  `${cliName(cli)} {
  cloud {
    hostname     = "${registryHost(cli.publicUrl)}"
    organization = "${organization}"

    workspaces {
      name = "${workspace}"
    }
  }
}`

export const firstCommands = (cli: CliFacts): string =>
  [loginCommand(cli), ...['init', 'apply'].map((command) => `${cliName(cli)} ${command}`)].join('\n')

type Tag = { readonly key: string; readonly value: string | null }

export const tagText = ({ key, value }: Tag): string => (value === null ? key : `${key}=${value}`)

/**
 * One tag a line: a key, or a key with its value behind the first `=`. Of two with one key the last counts. A line that
 * stands as one of `before` is that tag: clients may have put a `=` into a key.
 */
export function tagsIn(text: string, before: readonly Tag[]): readonly Tag[] {
  const known = new Map(before.map((tag) => [tagText(tag), tag]))
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  const tags = lines.map((line): Tag => {
    const same = known.get(line)
    if (same) return same
    const [key = '', ...rest] = line.split('=')
    return { key: key.trim(), value: rest.join('=').trim() || null }
  })
  return [...new Map(tags.map((tag) => [tag.key, tag])).values()]
}

const longestKey = 128
const keyForm = /^[A-Za-z0-9][A-Za-z0-9 _.:/@=+-]*$/
const valueForm = /^[A-Za-z0-9][A-Za-z0-9 _.:/@=+-]{0,255}$/

/** Checks a tag before anything is sent; the server decides. */
export function tagProblem(text: string, before: readonly Tag[]): string | null {
  const tags = tagsIn(text, before)
  if (tags.length > 100) return `A workspace has at most 100 tags; these are ${tags.length}.`
  const wrong = tags.find(
    ({ key, value }) =>
      key.length > longestKey || !keyForm.test(key) || (value !== null && !valueForm.test(value)),
  )
  return wrong
    ? `${tagText(wrong)} is not a valid tag: keys and values begin with a letter or a digit, followed by letters, digits, spaces and _ . : / @ + -.`
    : null
}

type InModule = { readonly address: string; readonly module: string }

/** Groups rows by module, in the order in which each module first appears. */
export function byModule<Row extends InModule>(rows: readonly Row[]): [module: string, rows: Row[]][] {
  const found = new Map<string, Row[]>()
  for (const row of rows) found.set(row.module, [...(found.get(row.module) ?? []), row])
  return [...found]
}

/** Returns the address of a resource without that of its module. */
export const nameWithin = ({ address, module }: InModule): string =>
  address.startsWith(`${module}.`) ? address.slice(module.length + 1) : address

/** `2 × aws_ami, 1 × aws_region`: the data sources among what a state holds; empty for none. */
export function dataSourcesText(rows: readonly ResourcesOfType[]): string {
  const counts = new Map<string, number>()
  for (const { mode, type, count } of rows)
    if (mode === 'DATA') counts.set(type, (counts.get(type) ?? 0) + count)
  return [...counts].map(([type, number]) => `${numberText(number)} × ${type}`).join(', ')
}
