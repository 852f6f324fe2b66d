import { Stack, Text } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'

/** An icon, or a drawing, which has a size of its own. */
export type Picture = ComponentType<{ size?: number; stroke?: number }>

type Props = { icon: Picture; title: string; children: ReactNode; action?: ReactNode }

/** There is nothing to show, why that is, and what to do about it. */
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
