import { Grid, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FactList, type Facts } from './fact-list'
import { Section } from './section'

type Props = {
  facts: Facts
  labelWidth?: string
  /** Stands below the facts. */
  below?: ReactNode
  children: ReactNode
}

/** What a page is about, and the facts of its thing beside it; on a phone below it. */
export function BesideFacts({ facts, labelWidth = '6.5rem', below, children }: Props) {
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap="md">{children}</Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack gap="md">
          <Section title="Details">
            <FactList facts={facts} labelWidth={labelWidth} />
          </Section>
          {below}
        </Stack>
      </Grid.Col>
    </Grid>
  )
}
