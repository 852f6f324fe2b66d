import { z } from 'zod'
import { faults, type Fault } from '../../kernel/errors.js'

/** A key alone, or a key with a value. */
export interface WorkspaceTag {
  readonly id: string
  readonly key: string
  readonly value: string | null
}

/** A key that workspaces of an organization are tagged with, and how many of them. */
export interface OrganizationTag {
  /** Id of the key in its organization, whichever workspaces have it. */
  readonly id: string
  readonly name: string
  readonly instanceCount: number
}

/** Filters of a list of the tags of an organization. */
export interface OrganizationTagFilter {
  /** A part of the name, in any case. */
  readonly search?: string | undefined
  /** The id of a workspace: only tags that it does not have. */
  readonly withoutThoseOf?: string | undefined
}

export type NewTag = Omit<WorkspaceTag, 'id'>

/** Tags of a workspace: names, and keys with values, each list of unchecked attributes. */
export interface RawTags {
  readonly tags?: readonly unknown[] | undefined
  readonly tagBindings?: readonly unknown[] | undefined
}

const mostTags = 100

const word = (maximum: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9][A-Za-z0-9 _.:/@=+-]{0,${maximum - 1}}$`))

/** The attributes of a tag that has a name alone, and of one with a value. */
export const namedTag = z.object({ name: word(255) })
export const boundTag = z.object({ key: word(128), value: z.union([word(256), z.literal('')]).nullish() })

const nameOnly = namedTag.transform(({ name }): NewTag => ({ key: name, value: null }))
const nameAndValue = boundTag.transform(({ key, value }): NewTag => ({ key, value: value || null }))

/** Tags as they were read, each key once, and what is wrong with the others. */
export interface ReadTags {
  readonly tags: readonly NewTag[]
  readonly faults: readonly Fault[]
}

/** Every wrong one is a fault at its place; of two with one key the last counts. */
export function parseTags({ tags = [], tagBindings = [] }: RawTags): ReadTags {
  const lists = [read('tags', nameOnly, tags), read('tagBindings', nameAndValue, tagBindings)]
  const found = byKey(lists.flatMap((list) => list.tags))
  return { tags: found, faults: [...lists.flatMap((list) => list.faults), ...tooManyTags(found)] }
}

/** The same of a body that is a list of them. */
export function parseTagBindings(items: readonly unknown[]): ReadTags {
  const { tags, faults: wrong } = read('data', nameAndValue, items)
  return { tags, faults: wrong.map((fault) => ({ ...fault, path: fault.path.slice(1) })) }
}

/** Reference to a tag of an organization: its name, or its id in the list. */
export type TagName = { readonly name: string } | { readonly id: string }

/** The names in a body, one an item: an id where there is one, else the attributes. */
export function parseTagNames(
  ids: readonly unknown[],
  attributes: readonly unknown[],
): { readonly names: readonly TagName[]; readonly faults: readonly Fault[] } {
  if (ids.length > mostTags)
    return { names: [], faults: [{ ...faults.tooManyItems(mostTags, 'tags'), path: [] }] }
  const names: TagName[] = []
  const wrong: Fault[] = []
  for (const [index, id] of ids.entries()) {
    const parsed = namedTag.safeParse(attributes[index])
    if (typeof id === 'string' && id !== '') names.push({ id })
    else if (parsed.success) names.push(parsed.data)
    else wrong.push(invalidTag(index, 'attributes'))
  }
  return { names, faults: wrong }
}

/** The limit of a workspace, whatever list they came in. */
export function tooManyTags(tags: readonly NewTag[]): readonly Fault[] {
  if (tags.length <= mostTags) return []
  return [
    {
      path: [],
      code: 'TOO_LONG',
      message: `A workspace has at most ${mostTags} tags; these would be ${tags.length}`,
    },
  ]
}

/** Former tags with these added; of two with one key the latter counts. */
export const withTags = (before: readonly NewTag[], added: readonly NewTag[]): readonly NewTag[] =>
  byKey([...before, ...added].map(({ key, value }) => ({ key, value })))

export const sameTags = (one: readonly NewTag[], other: readonly NewTag[]): boolean =>
  one.length === other.length &&
  other.every(({ key, value }) => one.some((each) => each.key === key && each.value === value))

export const tagText = ({ key, value }: NewTag): string => (value === null ? key : `${key}=${value}`)

const byKey = (tags: readonly NewTag[]): readonly NewTag[] => [
  ...new Map(tags.map((tag) => [tag.key, tag])).values(),
]

function read(
  list: string,
  schema: typeof nameOnly | typeof nameAndValue,
  items: readonly unknown[],
): ReadTags {
  if (items.length > mostTags) return { tags: [], faults: [faults.tooManyItems(mostTags, list)] }
  const tags: NewTag[] = []
  const wrong: Fault[] = []
  for (const [index, item] of items.entries()) {
    const parsed = schema.safeParse(item)
    if (parsed.success) tags.push(parsed.data)
    else wrong.push(invalidTag(list, index, 'attributes'))
  }
  return { tags: byKey(tags), faults: wrong }
}

const invalidTag = (...path: Fault['path']): Fault => ({
  ...faults.invalid('tag'),
  path,
})
