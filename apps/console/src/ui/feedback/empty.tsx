import { Stack, Text } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'

/** Icon, or a drawing with its own size. */
export type Picture = ComponentType<{ size?: number; stroke?: number }>

type Props = { icon: Picture; title: string; children: ReactNode; action?: ReactNode }

/** Empty state: what is missing, why, and what to do next. */
export function Empty({ icon: Icon, title, children, action }: Props) {
  return (
    <Stack align="center" gap={6} px="md" py="xl" ta="center">
      <Text component="span" c="dimmed" lh={1}>
        <Icon size={28} stroke={1.5} />
      </Text>
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed" maw="26rem" mb={action === undefined ? 0 : 'xs'}>
        {children}
      </Text>
      {action}
    </Stack>
  )
}
