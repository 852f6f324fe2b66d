'use client'

import { Paper, Skeleton, Stack } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import { useMay } from '~/shell/viewer'
import { Empty } from '~/ui/empty'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/paged-list'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import { useList } from '~/ui/use-list'
import { columns } from './columns'
import { ShareFrom } from './share-from'
import { SharingMap } from './sharing-map'

const RegistrySharingList = graphql(`
  query RegistrySharingList($page: PageInput!) {
    siteOrganizations(filter: { isProducer: true }, page: $page) {
      nodes {
        ...SharingRow
      }
      pageInfo {
        ...PageFacts
      }
      totalCount
    }
  }
`)

const label = 'Organizations that share'

/** Few enough to be distinguished in a picture. */
const pageSize = 10

export function RegistrySharing() {
  const mayShare = useMay('SITE_ORGANIZATIONS_WRITE')
  const list = useList(RegistrySharingList, {
    noun: 'organization',
    size: pageSize,
    pick: (data) => data.siteOrganizations,
  })
  const { found } = list
  return (
    <>
      <PageHeader title="Registry sharing" actions={mayShare && <ShareFrom />} />
      <Stack gap="md">
        <Note>
          The organizations that share their modules or their private providers with others. Each organization
          decides which of its members may use them.
        </Note>
        {found && found.nodes.length > 0 && (
          <Section title="Map">
            <SharingMap producers={found.nodes} />
          </Section>
        )}
        {/* How high the map is is known with the list: nothing stands below it before. */}
        {list.list.isPending && <Skeleton height={360} />}
        <Paper hidden={list.list.isPending}>
          <PagedList
            label={label}
            columns={columns}
            {...list}
            expected={5}
            failureTitle="Registry sharing could not be loaded"
            nothing={
              <Empty icon={IconShare} title="No organization shares anything yet">
                Choose an organization above, and who may use its modules and its providers.
              </Empty>
            }
          />
        </Paper>
      </Stack>
    </>
  )
}
