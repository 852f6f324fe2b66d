import { Moment } from '~/ui/moment'
import { sizeText } from '~/ui/text'
import { Note } from '~/ui/texts'
import { resourcesText } from '../texts'
import type { FoundState } from './queries'

/** What is known of the current state, in one line, and what is worth telling of it. */
export function CurrentStateLine({ state }: { state: FoundState }) {
  const { serial, resourceCount, form, size, engineVersion, createdBy, createdAt, warnings } = state
  const facts = [
    resourcesText(resourceCount, form),
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
