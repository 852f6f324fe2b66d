import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Columns } from './columns'
import { FactList, type Facts } from './fact-list'
import { Section } from './section'

type Props = {
  facts: Facts
  labelWidth?: string
  /** Stands below the facts. */
  below?: ReactNode
  children: ReactNode
}

/** Layout of a detail page: its content, with the facts next to it, or below on a phone. */
export function DetailLayout({ facts, labelWidth = '6.5rem', below, children }: Props) {
  return (
    <Columns>
      <Stack gap="md">{children}</Stack>
      <Stack gap="md">
        <Section title="Details">
          <FactList facts={facts} labelWidth={labelWidth} />
        </Section>
        {below}
      </Stack>
    </Columns>
  )
}
