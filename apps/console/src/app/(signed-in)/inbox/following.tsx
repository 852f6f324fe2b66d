'use client'

import { Button, Paper } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { FollowedRowFragment } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { paths } from '~/paths'
import { useAsk } from '~/shell/act'
import { actionsColumn, type Column, newestVersionColumn } from '~/ui/lists/data-table'
import { Empty } from '~/ui/feedback/empty'
import { LinkButton, NameLink } from '~/ui/links'
import { momentColumn } from '~/ui/moment'
import { PagedList } from '~/ui/lists/paged-list'
import { useList } from '~/ui/lists/use-list'

const FollowedModules = graphql(`
  query FollowedModules($page: PageInput!) {
    viewer {
      followedModules(page: $page) {
        nodes {
          ...FollowedRow
        }
      }
    }
  }
`)

export const FollowedRow = graphql(`
  fragment FollowedRow on FollowedModule {
    id
    namespace
    name
    provider
    version
    followedAt
  }
`)

const addressOf = ({ namespace, name, provider }: FollowedRowFragment) => `${namespace}/${name}/${provider}`

const columns: readonly Column<FollowedRowFragment>[] = [
  {
    key: 'module',
    header: 'Module',
    width: 5,
    place: 'title',
    cell: (module) => <NameLink href={paths.module(module)}>{addressOf(module)}</NameLink>,
  },
  newestVersionColumn(2, ({ version }) => version),
  momentColumn('followed', 'Followed since', 3, ({ followedAt }) => followedAt),
  actionsColumn(2, (module) => <UnfollowButton module={module} />),
]

/** The modules whose new, deprecated and revoked versions come into the inbox. */
export function Following() {
  const list = useList(FollowedModules, {
    noun: ['followed module', 'followed modules'],
    pick: (data) => data.viewer?.followedModules,
  })
  return (
    <Paper>
      <PagedList
        columns={columns}
        {...list}
        expected={3}
        nothing={
          <Empty
            icon={IconBell}
            title="You follow no modules"
            action={<LinkButton href={paths.modules()}>Go to modules</LinkButton>}
          >
            Follow a module on its page to see its new versions here.
          </Empty>
        }
      />
    </Paper>
  )
}

function UnfollowButton({ module }: { module: FollowedRowFragment }) {
  const ask = useAsk()
  const run = () =>
    ask({
      change: change('registryModuleUnfollow', { id: module.id }),
      done: `You no longer follow ${addressOf(module)}.`,
    })
  return (
    <Button size="compact-xs" variant="default" onClick={run} aria-label={`Unfollow ${addressOf(module)}`}>
      Unfollow
    </Button>
  )
}
