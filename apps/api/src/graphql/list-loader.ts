import DataLoader from 'dataloader'
import { notFound } from '../kernel/errors.js'
import type { Paged } from '../kernel/page.js'

interface Wanted<Parent, Args> {
  readonly parent: Parent
  readonly args: Args
}

/** Reads the lists of many parents together; a parent whose list is not for the caller is left out. */
type ReadLists<Parent, Args, List> = (
  parents: readonly Parent[],
  args: Args,
) => Promise<ReadonlyMap<string, List>>

/**
 * The lists that belong to the items of another list. Those that are asked for in one go with the same arguments are
 * read together, so that the number of statements does not grow with the number of parents. Nothing is cached: what a
 * mutation changed is read anew.
 */
export class ListLoader<
  Parent extends { readonly id: string },
  Args,
  Item,
  List extends Paged<Item> = Paged<Item>,
> {
  private readonly loader: DataLoader<Wanted<Parent, Args>, List>

  constructor(read: ReadLists<Parent, Args, List>) {
    this.loader = new DataLoader<Wanted<Parent, Args>, List>(
      async (wanted) => {
        const groups = new Map<string, { args: Args; parents: Parent[] }>()
        for (const { parent, args } of wanted) {
          const group = groups.get(JSON.stringify(args)) ?? { args, parents: [] }
          groups.set(JSON.stringify(args), group)
          group.parents.push(parent)
        }
        const lists = new Map<string, ReadonlyMap<string, List>>()
        for (const [key, { args, parents }] of groups) lists.set(key, await read(parents, args))
        return wanted.map(({ parent, args }) => lists.get(JSON.stringify(args))?.get(parent.id) ?? notFound())
      },
      { cache: false },
    )
  }

  /** Throws `not-found` where the list is not for the caller. */
  load(parent: Parent, args: Args): Promise<List> {
    return this.loader.load({ parent, args })
  }
}
