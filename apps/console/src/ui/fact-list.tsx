import { DataList, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Copy } from './copy'
import { userText } from './user-text'
import { Moment } from './moment'
import { Exact } from './texts'

export type Fact = readonly [label: string, value: ReactNode]

/** A fact that does not hold of every thing is false where it does not. */
export type Facts = readonly (Fact | false)[]

/** The facts of every stored thing. */
export const recordFacts = (record: { id: string; createdAt: string; updatedAt: string }): Fact[] => [
  ['Created', <Moment key="created" at={record.createdAt} />],
  ['Changed', <Moment key="changed" at={record.updatedAt} />],
  idFact(record),
]

export const idFact = ({ id }: { id: string }): Fact => [
  'Id',
  <span key="id">
    <Exact>{id}</Exact> <Copy text={id} what="id" />
  </span>,
]

/** List of an object's facts, one line each. `labelWidth` is a CSS length. */
export function FactList({ facts, labelWidth = '5.5rem' }: { facts: Facts; labelWidth?: string }) {
  return (
    <DataList labelWidth={labelWidth}>
      {facts
        .filter((fact) => fact !== false)
        .map(([label, value]) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            {/* However long the label is, a word of a few letters keeps its line. */}
            <DataList.ItemValue miw="2.5rem">
              <Text span inherit style={{ overflowWrap: 'anywhere' }}>
                {userText(value)}
              </Text>
            </DataList.ItemValue>
          </DataList.Item>
        ))}
    </DataList>
  )
}
