import {
  mostListed,
  type Sensitive,
  type StateOutputsService,
} from '../../domain/states/state-outputs.service.js'
import type { StateOutput, StateVersion, StateVersionAccess } from '../../domain/states/state.js'
import type { OperationContext } from '../../kernel/context.js'
import type { Paged } from '../../kernel/page.js'
import { plainError, RequestError } from '../jsonapi/errors.js'

/** The error where an answer would have to hold too many outputs. */
export const tooManyOutputs = `The outputs are more than ${mostListed.outputs.toLocaleString('en')} or larger than ${mostListed.bytes / 1024 / 1024} MiB together; ask for pages with page[number] and page[size], or for one by its id at /state-version-outputs/:id`

const tooMany = () => new RequestError([{ ...plainError(413), detail: tooManyOutputs }])

/** Lists all outputs of a state, by name, with the values of sensitive ones where they are asked for. */
export async function allOutputs(
  stateOutputs: StateOutputsService,
  ctx: OperationContext,
  access: StateVersionAccess,
  sensitive: Sensitive = 'hidden',
): Promise<Paged<StateOutput>> {
  const list = await stateOutputs.all(ctx, access, sensitive)
  if (!list) throw tooMany()
  return list
}

/** Lists all outputs of many states with their workspaces, and leaves out none silently. */
export async function outputsOfMany(
  stateOutputs: StateOutputsService,
  ctx: OperationContext,
  versions: readonly StateVersion[],
): Promise<ReadonlyMap<string, readonly StateOutput[]>> {
  const lists = await stateOutputs.ofMany(ctx, versions)
  if (!lists) throw tooMany()
  return lists
}

/** Lists all outputs with their state, and leaves out none silently; values too large for a page say so. */
export async function includedOutputs(
  stateOutputs: StateOutputsService,
  ctx: OperationContext,
  access: StateVersionAccess,
): Promise<readonly StateOutput[]> {
  const { items, totalCount } = await stateOutputs.page(ctx, access, {
    number: 1,
    size: mostListed.outputs,
  })
  if (totalCount > items.length) throw tooMany()
  return items
}
