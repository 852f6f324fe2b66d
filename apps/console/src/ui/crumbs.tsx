'use client'

import { Anchor, Group } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { userText } from './user-text'
import { Link } from './link'

/** The way up from this page. */
export function Crumbs({ trail }: { trail: readonly { label: string; path: string }[] }) {
  return (
    <Group component="nav" aria-label="Breadcrumb" gap={4} mb={4} c="dimmed">
      {trail.map(({ label, path }, index) => (
        <Group key={path} gap={4} wrap="nowrap">
          {index === 0 && <IconChevronLeft size={14} aria-hidden />}
          <Anchor component={Link} href={path} size="sm" style={{ overflowWrap: 'anywhere' }}>
            {userText(label)}
          </Anchor>
          {index < trail.length - 1 && <span aria-hidden>/</span>}
        </Group>
      ))}
    </Group>
  )
}
