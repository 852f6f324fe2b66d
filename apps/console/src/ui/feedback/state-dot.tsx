import { Group, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './state-dot.module.css'

/** Severity of a state: as it should be; at rest; to be looked at; broken. */
export type Tone = 'good' | 'idle' | 'warning' | 'bad'

const shapes: Readonly<Record<Tone, ReactNode>> = {
  good: <circle cx={4} cy={4} r={4} />,
  idle: <circle cx={4} cy={4} r={3.25} />,
  warning: <path d="M4 0 8 7.5H0Z" />,
  bad: <path d="M.25.25h7.5v7.5H.25Z" />,
}

type Props = {
  tone: Tone
  /** True for a normal state, whose word stands back. */
  quiet?: boolean | undefined
  title?: string
  children: string | readonly string[]
}

/** State as a dot and a word. Each tone has its own shape, so that it can be read without colour. */
export function StateDot({ tone, quiet = false, title, children }: Props) {
  return (
    <span className={classes['state']} title={title} data-quiet={quiet || undefined} suppressHydrationWarning>
      <svg viewBox="0 0 8 8" className={classes['dot']} data-tone={tone} aria-hidden>
        {shapes[tone]}
      </svg>
      <span suppressHydrationWarning>{children}</span>
    </span>
  )
}

/** Property next to a name, such as official, where a badge would be too loud. */
export const Check = ({ children }: { children: string }) => (
  <span className={classes['check']} title={children}>
    <IconCircleCheck size={15} stroke={1.8} aria-hidden />
    <VisuallyHidden>{children}</VisuallyHidden>
  </span>
)

/** Row of states, wrapped where there is no room. */
export const States = ({ children }: { children: ReactNode }) => (
  <Group gap="0.125rem 0.5rem" fz="sm">
    {children}
  </Group>
)
