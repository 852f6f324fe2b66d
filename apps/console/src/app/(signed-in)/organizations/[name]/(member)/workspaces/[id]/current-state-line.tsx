import { count } from '~/ui/plural'
import { Moment } from '~/ui/moment'
import { sizeText } from '~/ui/size-text'
import { Note } from '~/ui/texts'
import type { FoundState } from './queries'

const unread = {
  COUNTED: '',
  UNKNOWN: 'resources not readable here',
  ENCRYPTED: 'encrypted by the client',
}

/** What is known of the current state, in one line, and what is worth telling of it. */
export function CurrentStateLine({ state }: { state: FoundState }) {
  const { serial, resourceCount, form, size, engineVersion, createdBy, createdAt, warnings } = state
  const facts = [
    resourceCount === null ? unread[form] : count(resourceCount, 'resource'),
    ...(size === null ? [] : [sizeText(size)]),
    ...(engineVersion === null ? [] : [`engine ${engineVersion}`]),
  ]
  return (
    <Note style={{ overflowWrap: 'anywhere' }}>
      State {serial}, written by {createdBy.name} on <Moment at={createdAt} /> · {facts.join(' · ')}
      {warnings.map((warning) => (
        <span key={warning} style={{ display: 'block' }}>
          {warning}.
        </span>
      ))}
    </Note>
  )
}
