'use client'

import { Popover } from '@mantine/core'
import { cloneElement, type ReactNode } from 'react'
import type { PopoverProps } from '../dialogs/lazy-popover'

/** Popover below a button that filters a list. */
export const FilterPopover = ({
  target,
  opened,
  onChange,
  children,
}: PopoverProps & { children: ReactNode }) => (
  <Popover position="bottom-end" trapFocus withArrow shadow="md" opened={opened} onChange={onChange}>
    <Popover.Target>{cloneElement(target, { onClick: () => onChange(!opened) })}</Popover.Target>
    <Popover.Dropdown>{children}</Popover.Dropdown>
  </Popover>
)
