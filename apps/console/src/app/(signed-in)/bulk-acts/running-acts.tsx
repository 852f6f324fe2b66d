'use client'

import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { Banner } from '~/ui/feedback/banner'
import { LinkButton } from '~/ui/links'
import { numberText } from '~/ui/text'
import { bulkActs, targetsText, totalOf } from './words'

const RunningActsDocument = graphql(`
  query RunningActs {
    bulkActs(isFinished: false, page: { size: 1 }) {
      nodes {
        ...BulkActFacts
      }
      totalCount
    }
  }
`)

const pause = 2_000

/** Line that leads back to an act that is under way; absent without one. */
export function RunningActs() {
  const { data } = useQuery({
    ...query(RunningActsDocument, {}),
    refetchInterval: ({ state }) => ((state.data?.bulkActs.totalCount ?? 0) > 0 ? pause : false),
  })
  const [act] = data?.bulkActs.nodes ?? []
  const others = (data?.bulkActs.totalCount ?? 0) - 1
  if (!act) return null
  const total = totalOf(act.counts)
  const show = (
    <LinkButton href={others > 0 ? paths.bulkActs() : paths.bulkAct(act.id)} size="xs" variant="default">
      Show
    </LinkButton>
  )
  return (
    <Banner color="harbor" icon={IconListCheck} role="status" actions={show}>
      {`${bulkActs[act.kind].title(targetsText(act.kind, total))}: ${numberText(total - act.counts.waiting)} done`}
      {others > 0 && `, and ${numberText(others)} more under way`}
    </Banner>
  )
}
