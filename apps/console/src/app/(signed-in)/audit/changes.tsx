import { Given } from '~/ui/given'
import { Moment } from '~/ui/moment'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import { changedFacts, type ChangedFact } from './changed-facts'
import classes from './changes.module.css'

type Props = {
  before: unknown
  after: unknown
  /** Where there is a better one than what follows from the two. */
  title?: string | undefined
}

/** What was before and what is after, side by side, as far as the two differ. */
export function ChangedFacts({ before, after, title }: Props) {
  const changes = changedFacts(before, after)
  const isChange = before !== null && after !== null
  if (changes.length === 0)
    return (
      <Section title="What changed">
        <Note>{isChange ? 'Nothing differs between before and after.' : 'No details were recorded.'}</Note>
      </Section>
    )
  return (
    <Section
      title={title ?? (isChange ? 'What changed' : after === null ? 'Before the deletion' : 'Created with')}
    >
      <table className={classes['changes']}>
        <thead>
          <tr>
            <th scope="col">Fact</th>
            {before !== null && <th scope="col">Before</th>}
            {after !== null && <th scope="col">After</th>}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.name}>
              <th scope="row">{change.name}</th>
              {before !== null && <Side of={change} side="before" />}
              {after !== null && <Side of={change} side="after" />}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function Side({ of, side }: { of: ChangedFact; side: 'before' | 'after' }) {
  const text = of[side]
  return (
    <td data-side={side}>
      {text === undefined ? (
        <i>not there</i>
      ) : isTime.test(text) ? (
        <Moment at={text} />
      ) : (
        <Given text={text} />
      )}
    </td>
  )
}

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
