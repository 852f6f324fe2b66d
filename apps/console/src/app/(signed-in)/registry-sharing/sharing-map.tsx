'use client'

import type { SharingRowFragment } from '~/data/generated/graphql'
import { NodeMap } from '~/ui/charts/node-map'
import { count } from '~/ui/text'
import { mapOf } from './layout-of-map'
import { SharingMatrix } from './sharing-matrix'

const words = ['Modules', 'Providers', 'Modules and providers']

/** As many as can be followed with the eye. */
const mostLines = 30

/**
 * Who shares with whom as a picture: producers left, consumers right, a line for each share, in a color for
 * what is shared, and dashed where one of the two is disabled; a matrix where they are many. The table below says the same.
 */
export function SharingMap({ producers }: { producers: readonly SharingRowFragment[] }) {
  const { producers: left, consumers: right, lines } = mapOf(producers)
  if (lines.length > mostLines)
    return (
      <SharingMatrix
        label="Who shares with whom"
        producers={left}
        consumers={right}
        lines={lines}
        legend={words}
      />
    )
  return (
    <NodeMap
      label={`Map: ${count(left.length, 'organization')} on the left, each with lines to those that may use what it shares. The table below says the same.`}
      columns={[{ nodes: left }, { nodes: right }]}
      lines={lines}
      legend={words}
    />
  )
}
