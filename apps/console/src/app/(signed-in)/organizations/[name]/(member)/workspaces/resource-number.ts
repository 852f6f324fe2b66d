import type { StateForm } from '~/data/generated/graphql'
import { count } from '~/ui/plural'

/** `1,204`; in words where the state cannot be read here. */
export const resourceNumber = (count: number | null): string =>
  count === null ? 'Not counted' : count.toLocaleString('en')

const unread: Readonly<Record<StateForm, string>> = {
  COUNTED: 'resources not counted',
  UNKNOWN: 'resources not readable here',
  ENCRYPTED: 'encrypted by the client',
}

/** `3 resources`, or why the number is unknown: what is not counted is never told as none. */
export const resourcesText = (resourceCount: number | null, form: StateForm): string =>
  resourceCount === null ? unread[form] : count(resourceCount, 'resource')
