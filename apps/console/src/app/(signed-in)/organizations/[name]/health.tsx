import { Anchor, Group } from '@mantine/core'
import { StateDot } from '~/ui/feedback/state-dot'
import { Link } from '~/ui/link'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import type { HealthLine } from './health-lines'
import classes from './health.module.css'

/** Health of an organization: what is wrong with it, and where it is solved. */
export const Health = ({ lines }: { lines: readonly HealthLine[] }) => (
  <Section title="Health">
    {lines.length === 0 ? (
      <Group gap="sm" fz="sm">
        <StateDot tone="good">All clear</StateDot>
        <Note>No limit is near, no engine is outdated, and no upload has failed.</Note>
      </Group>
    ) : (
      <ul className={classes['lines']}>
        {lines.map(({ key, tone, state, what, path, action }) => (
          <li key={key}>
            <StateDot tone={tone}>{state}</StateDot>
            <Note>{what}</Note>
            {path !== undefined && (
              <Anchor component={Link} href={path} size="sm" aria-label={`${action}: ${state}`}>
                {action}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    )}
  </Section>
)
