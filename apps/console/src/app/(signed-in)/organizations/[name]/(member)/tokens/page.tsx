import { Stack } from '@mantine/core'
import { PageHeader } from '~/ui/page-header'
import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { OwnToken, TokensOfTeams } from './organization-tokens'

type Props = PageProps<'/organizations/[name]/tokens'>

/** The tokens of the organization itself, and where those of its teams are. */
export default async function OrganizationTokensPage({ params }: Props) {
  const { name } = await requireOrganization((await params).name, 'ORGANIZATION_TOKENS_WRITE')
  return (
    <>
      <PageHeader title="Tokens" tab={`Tokens · ${name}`} />
      <Stack gap="md">
        <OwnToken kind="token" />
        <OwnToken kind="auditTrailToken" />
        <TokensOfTeams />
      </Stack>
    </>
  )
}
