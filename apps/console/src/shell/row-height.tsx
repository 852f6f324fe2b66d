'use client'

import { Menu } from '@mantine/core'
import { useState } from 'react'
import { rowHeightKey } from './row-height-script'

const heights = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
]

/** How high the rows of tables are; stored in this browser. */
export function RowHeightItems() {
  const [height, setHeight] = useState(() => document.documentElement.dataset['rows'] ?? 'compact')
  const choose = (value: string) => {
    setHeight(value)
    document.documentElement.dataset['rows'] = value
    try {
      localStorage.setItem(rowHeightKey, value)
    } catch {
      // A browser that stores nothing goes by the choice until the page is loaded anew.
    }
  }
  return (
    <>
      <Menu.Label>Table rows</Menu.Label>
      <Menu.RadioGroup value={height} onChange={choose}>
        {heights.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
