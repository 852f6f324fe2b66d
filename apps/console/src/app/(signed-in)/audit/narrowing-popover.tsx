'use client'

import { Popover } from '@mantine/core'
import { cloneElement, type ComponentProps } from 'react'
import type { Hanging } from '~/ui/lazy-popover'
import { NarrowingForm } from './narrowing-form'

/** All filters of the log; they are put away once they are applied. */
export function NarrowingPopover({
  target,
  opened,
  onChange,
  onApply,
  ...form
}: Hanging & ComponentProps<typeof NarrowingForm>) {
  return (
    <Popover position="bottom-end" trapFocus withArrow shadow="md" opened={opened} onChange={onChange}>
      <Popover.Target>{cloneElement(target, { onClick: () => onChange(!opened) })}</Popover.Target>
      <Popover.Dropdown>
        <NarrowingForm
          {...form}
          onApply={(part) => {
            onChange(false)
            onApply(part)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
