'use client'

import type { SharingRowFragment } from '~/data/generated/graphql'
import { NodeMap } from '~/ui/charts/node-map'
import { count } from '~/ui/text'
import { mapOf } from './map-layout'
import { SharingMatrix } from './sharing-matrix'

const words = ['Modules', 'Providers', 'Modules and providers']

/** Maximum number of lines that the eye can follow. */
const mostLines = 30

/**
 * Picture of sharing: producers left, consumers right, a line for each share in the color of its kind, dashed
 * if one of the two is disabled; a matrix if they are many. The table below says the same.
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
