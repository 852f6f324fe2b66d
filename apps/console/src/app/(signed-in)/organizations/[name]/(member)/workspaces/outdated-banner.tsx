'use client'

import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { Banner } from '~/ui/feedback/banner'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { LinkButton } from '~/ui/links'
import { count } from '~/ui/text'
import { useUrlDialog } from '~/ui/dialogs/url-dialog'

const ActDialog = lazyDialog(async () => (await import('~/app/(signed-in)/bulk-acts/act-dialog')).ActDialog)

const OutdatedWorkspaces = graphql(`
  query OutdatedWorkspaces($name: String!) {
    organization(name: $name) {
      outdated: workspaces(needsUpgrade: true, page: { size: 1 }) {
        totalCount
      }
    }
  }
`)

/**
 * Banner with the number of workspaces on outdated versions and the way to move them; absent if there are
 * none.
 */
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
  return (
    <>
      {outdated > 0 && (
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
      )}
      <ActDialog
        opened={dialog.opened && mayMove}
        asked={{
          kind: 'WORKSPACE_ENGINE_VERSION',
          targets: { workspaces: { organization: name, needsUpgrade: true } },
          total: outdated,
          organization: name,
        }}
        onClose={dialog.close}
      />
    </>
  )
}
