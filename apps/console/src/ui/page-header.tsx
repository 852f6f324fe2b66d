import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { given } from './given'

type Props = {
  title: string
  /** What the browser shows for the page, where it is not its title alone. */
  tab?: string
  /** Stands beside the title: badges, say. */
  beside?: ReactNode
  /** What can be done on this page. */
  actions?: ReactNode
}

/** The one h1 of a page, which takes the focus after a navigation, and what the browser calls the page. */
export function PageHeader({ title, tab = title, beside, actions }: Props) {
  return (
    <Group justify="space-between" align="center" gap="sm" mb="md">
      <title>{tab}</title>
      <Group gap="sm" miw={0}>
        <Title order={1} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
          {given(title)}
        </Title>
        {beside}
      </Group>
      {actions !== undefined && <Group gap="xs">{actions}</Group>}
    </Group>
  )
}
