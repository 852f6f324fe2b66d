import { Group, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './state-dot.module.css'

/** As it should be; at rest; to be looked at; broken. */
export type Tone = 'good' | 'idle' | 'warning' | 'bad'

const shapes: Readonly<Record<Tone, ReactNode>> = {
  good: <circle cx={4} cy={4} r={4} />,
  idle: <circle cx={4} cy={4} r={3.25} />,
  warning: <path d="M4 0 8 7.5H0Z" />,
  bad: <path d="M.25.25h7.5v7.5H.25Z" />,
}

type Props = {
  tone: Tone
  /** What goes without saying: the word is in the title, and for screen readers. */
  quiet?: boolean | undefined
  title?: string
  children: string | readonly string[]
}

/** A state as a dot and a word. Each tone has a shape of its own, so that it is read without colour. */
export function StateDot({ tone, quiet = false, title, children }: Props) {
  const word = typeof children === 'string' ? children : children.join('')
  return (
    <span
      className={classes['state']}
      title={quiet ? word : title}
      data-quiet={quiet || undefined}
      suppressHydrationWarning
    >
      <svg viewBox="0 0 8 8" className={classes['dot']} data-tone={tone} aria-hidden>
        {shapes[tone]}
      </svg>
      {quiet ? <VisuallyHidden>{word}</VisuallyHidden> : <span suppressHydrationWarning>{word}</span>}
    </span>
  )
}

/** What holds of a thing beside its name, where a pill would be too loud: that it is official, say. */
export const Check = ({ children }: { children: string }) => (
  <span className={classes['check']} title={children}>
    <IconCircleCheck size={15} stroke={1.8} aria-hidden />
    <VisuallyHidden>{children}</VisuallyHidden>
  </span>
)

/** States beside one another, and below where there is no room. */
export const States = ({ children }: { children: ReactNode }) => (
  <Group gap="0.125rem 0.5rem" fz="sm">
    {children}
  </Group>
)
