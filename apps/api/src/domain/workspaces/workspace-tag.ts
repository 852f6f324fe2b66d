import { z } from 'zod'
import { faults, type Fault } from '../../kernel/errors.js'

/** A key alone, or a key with a value. */
export interface WorkspaceTag {
  readonly id: string
  readonly key: string
  readonly value: string | null
}

export type NewTag = Omit<WorkspaceTag, 'id'>

/** What a new workspace is tagged with: names, and keys with values, each list of unchecked attributes. */
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

const named = namedTag.transform(({ name }): NewTag => ({ key: name, value: null }))
const bound = boundTag.transform(({ key, value }): NewTag => ({ key, value: value || null }))

/** Every wrong one is a fault at its place; of two with one key the last counts. */
export function parseTags({ tags = [], tagBindings = [] }: RawTags): {
  readonly tags: readonly NewTag[]
  readonly faults: readonly Fault[]
} {
  const found = new Map<string, NewTag>()
  const wrong: Fault[] = []
  const take = (list: string, schema: typeof named | typeof bound, items: readonly unknown[]): void => {
    if (items.length > mostTags) wrong.push(faults.tooManyItems(mostTags, list))
    else
      for (const [index, item] of items.entries()) {
        const parsed = schema.safeParse(item)
        if (parsed.success) found.set(parsed.data.key, parsed.data)
        else
          wrong.push({
            ...faults.invalid(list),
            path: [list, index, 'attributes'],
            message: 'Tag is invalid',
          })
      }
  }
  take('tags', named, tags)
  take('tagBindings', bound, tagBindings)
  return { tags: [...found.values()], faults: wrong }
}

export const tagText = ({ key, value }: NewTag): string => (value === null ? key : `${key}=${value}`)
