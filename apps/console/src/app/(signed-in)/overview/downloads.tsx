'use client'

import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '~/ui/link'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { DownloadsChart } from '~/ui/downloads-chart'
import { Note } from '~/ui/texts'
import { Card } from './card'

const OverviewDownloads = graphql(`
  query OverviewDownloads {
    viewer {
      attention {
        downloads(days: 30) {
          day
          count
        }
      }
    }
  }
`)

/** How often modules were fetched, day by day: those of the reader's organizations, or all of the site. */
export function Downloads() {
  const forSite = useMay('SITE_ORGANIZATIONS_READ')
  const { data, error, refetch } = useQuery(query(OverviewDownloads, {}))
  const days = data?.viewer?.attention.downloads ?? []
  return (
    <Card title="Module downloads, last 30 days" loading={!data} expected={208} error={error} retry={refetch}>
      {days.some(({ count }) => count > 0) ? (
        <DownloadsChart days={days} />
      ) : (
        <>
          <Note>
            None yet. {forSite ? 'Modules of all organizations' : 'Modules of your organizations'} count here
            as soon as one is used.
          </Note>
          <Anchor component={Link} href={paths.modules()} size="sm">
            Modules
          </Anchor>
        </>
      )}
    </Card>
  )
}
