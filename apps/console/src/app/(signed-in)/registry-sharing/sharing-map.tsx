'use client'

import type { SharingRowFragment } from '~/data/generated/graphql'
import { NodeMap } from '~/ui/charts/node-map'
import { count } from '~/ui/text'
import { mapOf } from './layout-of-map'

const words = ['Modules', 'Providers', 'Modules and providers']

/**
 * Who shares with whom as a picture: producers left, consumers right, a line for each share, in a color for
 * what is shared, and dashed where one of the two is disabled. The table beside it says the same to those who cannot see it.
 */
export function SharingMap({ producers }: { producers: readonly SharingRowFragment[] }) {
  const { producers: left, consumers: right, lines } = mapOf(producers)
  return (
    <NodeMap
      label={`Map: ${count(left.length, 'organization')} on the left, each with lines to those that may use what it shares. The table below says the same.`}
      columns={[{ nodes: left }, { nodes: right }]}
      lines={lines}
      legend={words}
    />
  )
}
