'use client'

import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { Banner } from '~/ui/banner'
import { lazyDialog } from '~/ui/lazy-dialog'
import { LinkButton } from '~/ui/links'
import { count } from '~/ui/text'
import { useUrlDialog } from '~/ui/url-dialog'

const MoveDialog = lazyDialog(async () => (await import('./move-dialog')).MoveDialog)

const OutdatedWorkspaces = graphql(`
  query OutdatedWorkspaces($name: String!) {
    organization(name: $name) {
      outdated: workspaces(needsUpgrade: true, page: { size: 1 }) {
        totalCount
      }
    }
  }
`)

/** How many workspaces run versions that they should leave, and the way to move them; nothing where none does. */
export function OutdatedBanner() {
  const { name, outdated: known } = useOrganization()
  const mayMove = useMayHere('WORKSPACES_WRITE')
  const dialog = useUrlDialog('move')
  const { data } = useQuery({
    ...query(OutdatedWorkspaces, { name }),
    // The page knows it from the start, so that nothing jumps.
    initialData: { organization: { outdated: known } },
  })
  const outdated = data.organization?.outdated.totalCount ?? 0
  if (outdated === 0) return null
  return (
    <>
      <Banner
        color="orange"
        icon={IconAlertTriangle}
        role="status"
        actions={
          <>
            <LinkButton href={paths.workspaces(name, { needsUpgrade: 'true' })} size="xs" variant="default">
              Show
            </LinkButton>
            {mayMove && (
              <Button size="xs" onClick={() => dialog.open()}>
                Change version…
              </Button>
            )}
          </>
        }
      >
        {`${count(outdated, 'workspace')} ${outdated === 1 ? 'runs a version that is' : 'run versions that are'} deprecated or disabled.`}
      </Banner>
      <MoveDialog opened={dialog.opened && mayMove} onClose={dialog.close} />
    </>
  )
}
