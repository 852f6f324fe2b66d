import { Box, Group, Paper, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'

type Props = {
  title: string
  /** Stands at the end of the line of the heading. */
  action?: ReactNode
  children: ReactNode
}

/** Part of a page or form with its own heading. */
export function Section({ title, action, children }: Props) {
  const id = useId()
  return (
    <Paper component="section" p="md" aria-labelledby={id}>
      <Heading id={id} title={title} action={action} />
      <Box mt="sm">{children}</Box>
    </Paper>
  )
}

type ListProps = Partial<Props> & { title: string; about?: ReactNode }

/** List with its own heading; `about` stands between the two. */
export function ListSection({ title, action, about, children }: ListProps) {
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id}>
      <Box p="md" pb="xs">
        <Heading id={id} title={title} action={action} />
        {about}
      </Box>
      {children}
    </Paper>
  )
}

const Heading = ({ id, title, action }: { id: string; title: string; action: ReactNode }) => (
  <Group justify="space-between" gap="xs">
    <Title order={2} id={id} miw={0}>
      {title}
    </Title>
    {action}
  </Group>
)
