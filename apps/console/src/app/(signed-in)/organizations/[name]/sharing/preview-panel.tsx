import { Text } from '@mantine/core'
import { Section } from '../../../../../ui/section'
import { affectedCount, affectedWords, sharingPreview, type Affected, type SharingChoice } from './preview'
import classes from './sharing.module.css'

type Props = { before: SharingChoice; after: SharingChoice; others: number }

/** Who gains and who loses, told before anything is saved. */
export function PreviewPanel({ before, after, others }: Props) {
  const { gains, loses } = sharingPreview(before, after)
  return (
    <Section title="What saving changes">
      <div className={classes['affected']} aria-live="polite">
        <Side title="May use its modules from now on" affected={gains} others={others} color="green" />
        <Side title="May not use them any more" affected={loses} others={others} color="red" />
      </div>
    </Section>
  )
}

const shown = 8

type SideProps = { title: string; affected: Affected; others: number; color: 'green' | 'red' }

function Side({ title, affected, others, color }: SideProps) {
  const isNobody = affectedCount(affected, others) === 0
  const names = affected.everybodyBut ? [] : affected.names
  return (
    <div>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <Text size="sm" fw={600} c={isNobody ? 'dimmed' : `var(--mantine-color-${color}-light-color)`}>
        {affectedWords(affected, others)}
      </Text>
      {names.length > 0 && (
        <ul className={classes['names']}>
          {names.slice(0, shown).map((name) => (
            <li key={name}>
              <Text size="sm">{name}</Text>
            </li>
          ))}
          {names.length > shown && (
            <li>
              <Text size="sm" c="dimmed">
                and {names.length - shown} more
              </Text>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
