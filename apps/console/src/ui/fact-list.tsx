import { DataList, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export type Fact = readonly [label: string, value: ReactNode]

/** What is known about a thing, a line each. `labelWidth` is a CSS length. */
export function FactList({ facts, labelWidth = '5.5rem' }: { facts: readonly Fact[]; labelWidth?: string }) {
  return (
    <DataList labelWidth={labelWidth}>
      {facts.map(([label, value]) => (
        <DataList.Item key={label}>
          <DataList.ItemLabel>{label}</DataList.ItemLabel>
          <DataList.ItemValue>
            <Text span inherit style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  )
}
