import { Paper, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'

/** A part of a page or a form under a heading of its own. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Paper component="section" p="md" aria-labelledby={id}>
      <Title order={2} mb="sm" id={id}>
        {title}
      </Title>
      {children}
    </Paper>
  )
}
