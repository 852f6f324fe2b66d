import { DataList, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { EngineVersionDetailQuery } from '../../../../data/generated/graphql'
import { Copy } from '../../../../ui/copy'
import { Moment } from '../../../../ui/moment'
import { count } from '../../../../ui/plural'
import { deletionObstacle } from '../deletion'

type Found = NonNullable<EngineVersionDetailQuery['engineVersion']>

export function Facts({ version }: { version: Found }) {
  const obstacle = deletionObstacle(version.deletionBlockedBy)
  const rows: [string, ReactNode][] = [
    ['Availability', version.enabled ? 'Enabled: people may choose it' : 'Disabled: nobody may choose it'],
    ['Origin', version.official ? 'Official release' : 'Not an official release'],
    ['Maturity', version.beta ? 'Beta pre-release' : 'Release'],
    ['Used by', version.usage === 0 ? 'nobody' : count(version.usage, 'workspace')],
    ['Created', <Moment key="created" at={version.createdAt} />],
    ['Changed', <Moment key="changed" at={version.updatedAt} />],
    [
      'Id',
      <span key="id" style={{ overflowWrap: 'anywhere' }}>
        {version.id} <Copy text={version.id} what="id" />
      </span>,
    ],
    ['Deletion', obstacle === undefined ? 'Possible' : `Not possible: ${lowerFirst(obstacle)}`],
  ]
  return (
    <Paper component="section" p="md" aria-labelledby="facts">
      <Title order={2} id="facts" mb="sm">
        Facts
      </Title>
      <DataList labelWidth="5.5rem">
        {rows.map(([label, value]) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue>
              <Text span inherit>
                {value}
              </Text>
            </DataList.ItemValue>
          </DataList.Item>
        ))}
      </DataList>
    </Paper>
  )
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
