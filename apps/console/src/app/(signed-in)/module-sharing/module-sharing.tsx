'use client'

import { Paper, Stack, Text } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { Empty } from '~/ui/empty'
import { LinkButton } from '~/ui/link-button'
import { emptyListState, readPage } from '~/ui/list-state'
import { NothingToShow } from '~/ui/nothing-to-show'
import { PageHeader } from '~/ui/page-header'
import { PagedList } from '~/ui/paged-list'
import { Section } from '~/ui/section'
import { columns } from './columns'
import { SharingMap } from './sharing-map'

const ModuleSharingList = graphql(`
  query ModuleSharingList($page: PageInput!) {
    siteOrganizations(filter: { isModuleProducer: true }, page: $page) {
      nodes {
        ...SharingRow
      }
      pageInfo {
        number
        size
        totalPages
      }
      totalCount
    }
  }
`)

const label = 'Who shares modules with whom'

const show = (page: number): void => window.history.pushState(null, '', paths.moduleSharing({ page }))

/** Few enough to be distinguished in a picture. */
const pageSize = 10

export function ModuleSharing() {
  const page = readPage(useSearchParams())
  const list = useQuery({
    ...query('organizations', ModuleSharingList, { page: { number: page, size: pageSize } }),
    placeholderData: keepPreviousData,
  })
  const found = list.data?.siteOrganizations
  return (
    <>
      <PageHeader title="Module sharing" />
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          The organizations that share their modules with others. Each organization decides which of its
          members may use them.
        </Text>
        {found && found.nodes.length > 0 && (
          <Section title="Map">
            <SharingMap producers={found.nodes} />
          </Section>
        )}
        <Paper>
          <PagedList
            label={label}
            columns={columns}
            list={list}
            found={found}
            expected={5}
            failureTitle="Module sharing could not be loaded"
            nothing={
              <NothingToShow
                state={{ ...emptyListState, page }}
                totalPages={found?.pageInfo.totalPages ?? 0}
                onChange={(state) => show(state.page)}
              >
                <Empty
                  icon={<IconShare size={28} stroke={1.5} />}
                  title="No organization shares modules yet"
                  action={<LinkButton href={paths.organizations()}>To the organizations</LinkButton>}
                >
                  Choose an organization and who may use its modules.
                </Empty>
              </NothingToShow>
            }
            onPage={show}
          />
        </Paper>
      </Stack>
    </>
  )
}
