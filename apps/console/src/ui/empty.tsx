import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { icon: ReactNode; title: string; children: ReactNode; action?: ReactNode }

/** There is nothing to show, why that is, and what to do about it. */
export function Empty({ icon, title, children, action }: Props) {
  return (
    <Stack align="center" gap={6} px="md" py="xl" ta="center">
      <Text component="span" c="dimmed" lh={1}>
        {icon}
      </Text>
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed" maw="26rem" mb={action === undefined ? 0 : 'xs'}>
        {children}
      </Text>
      {action}
    </Stack>
  )
}
