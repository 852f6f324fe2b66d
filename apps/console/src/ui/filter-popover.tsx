'use client'

import { Popover } from '@mantine/core'
import { cloneElement, type ReactNode } from 'react'
import type { Hanging } from './lazy-popover'

/** What hangs below a button and narrows a list. */
export const FilterPopover = ({ target, opened, onChange, children }: Hanging & { children: ReactNode }) => (
  <Popover position="bottom-end" trapFocus withArrow shadow="md" opened={opened} onChange={onChange}>
    <Popover.Target>{cloneElement(target, { onClick: () => onChange(!opened) })}</Popover.Target>
    <Popover.Dropdown>{children}</Popover.Dropdown>
  </Popover>
)
