import { count } from '~/ui/plural'
import { Moment } from '~/ui/moment'
import { sizeText } from '~/ui/size-text'
import { Note } from '~/ui/texts'
import type { FoundState } from './queries'

/** What is known of the current state, in one line. */
export function CurrentStateLine({ state }: { state: FoundState }) {
  const { serial, resourceCount, size, engineVersion, createdBy, createdAt } = state
  const facts = [
    count(resourceCount, 'resource'),
    ...(size === null ? [] : [sizeText(size)]),
    ...(engineVersion === null ? [] : [`engine ${engineVersion}`]),
  ]
  return (
    <Note style={{ overflowWrap: 'anywhere' }}>
      State {serial}, written by {createdBy.name} on <Moment at={createdAt} /> · {facts.join(' · ')}
    </Note>
  )
}
