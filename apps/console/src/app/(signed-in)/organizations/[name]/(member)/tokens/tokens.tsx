'use client'

import { Stack } from '@mantine/core'
import { PageHeader } from '~/ui/page-header'
import { OwnToken } from './own-token'
import { TokensOfTeams } from './tokens-of-teams'

/** The token of the organization itself, and where those of its teams are. */
export function OrganizationTokens() {
  return (
    <>
      <PageHeader title="Tokens" />
      <Stack gap="md">
        <OwnToken />
        <TokensOfTeams />
      </Stack>
    </>
  )
}
