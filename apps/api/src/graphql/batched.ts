import DataLoader from 'dataloader'
import { notFound } from '../kernel/errors.js'
import type { OrderedPage, Page } from '../kernel/page.js'
import type { GraphqlContext } from './context.js'

interface Identified {
  readonly id: string
}

type Key = string | Identified

const idOf = (key: Key): string => (typeof key === 'string' ? key : key.id)

/** Makes one of a kind for each request, when it is first asked for. */
export function ofRequest<T>(make: (context: GraphqlContext) => T): (context: GraphqlContext) => T {
  const made = new WeakMap<GraphqlContext, T>()
  return (context) => {
    const known = made.get(context) ?? make(context)
    made.set(context, known)
    return known
  }
}

/**
 * Batches reads of what belongs to the items of a list, by their ids: asked for item by item, read for all of them
 * together; undefined where there is none for the caller. Nothing is cached: what a mutation changed is read again.
 */
export function batched<Value, K extends Key = string>(
  read: (context: GraphqlContext, keys: readonly K[]) => Promise<ReadonlyMap<string, Value>>,
): (context: GraphqlContext, key: K) => Promise<Value | undefined> {
  const loaderOf = ofRequest(
    (context) =>
      new DataLoader<K, Value | undefined>(
        async (keys) => {
          const found = await read(context, [...new Map(keys.map((key) => [idOf(key), key])).values()])
          return keys.map((key) => found.get(idOf(key)))
        },
        { cache: false },
      ),
  )
  return (context, key) => loaderOf(context).load(key)
}

/** Batches lists that are asked for in one go with the same arguments, by parent ids; `not-found` without access. */
export function batchedLists<List, Args = Page, Parent extends Identified = Identified>(
  read: (
    context: GraphqlContext,
    parentIds: readonly string[],
    args: Args,
    parents: readonly Parent[],
  ) => Promise<ReadonlyMap<string, List>>,
): (context: GraphqlContext, parent: Parent, args: Args) => Promise<List> {
  const loaderOf = ofRequest(
    (context) =>
      new DataLoader<{ readonly parent: Parent; readonly args: Args }, List>(
        async (wanted) => {
          const groups = new Map<string, { readonly args: Args; readonly parents: Parent[] }>()
          for (const { parent, args } of wanted) {
            const group = groups.get(JSON.stringify(args)) ?? { args, parents: [] }
            groups.set(JSON.stringify(args), group)
            group.parents.push(parent)
          }
          const lists = new Map<string, ReadonlyMap<string, List>>()
          for (const [key, { args, parents }] of groups) {
            const ids = [...new Set(parents.map(({ id }) => id))]
            lists.set(key, await read(context, ids, args, parents))
          }
          return wanted.map(
            ({ parent, args }) => lists.get(JSON.stringify(args))?.get(parent.id) ?? notFound(),
          )
        },
        { cache: false },
      ),
  )
  return (context, parent, args) => loaderOf(context).load({ parent, args })
}

/** The arguments of a list: what filters it, and which page of it is wanted in which order. */
export type Asked<Filter, Field extends string> = Filter & { readonly page: OrderedPage<Field> }
