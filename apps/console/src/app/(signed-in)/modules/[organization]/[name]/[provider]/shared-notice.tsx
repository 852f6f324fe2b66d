import { Paper, Text } from '@mantine/core'
import { IconPackageOff } from '@tabler/icons-react'
import { paths } from '~/paths'
import { Empty } from '~/ui/empty'
import { LinkButton } from '~/ui/links'
import type { FoundModule } from './queries'

type Props = { namespace: string; sharing: NonNullable<FoundModule['sharing']> }

/** The owner of the module, and why the viewer sees it. */
export function SharedNotice({ namespace, sharing }: Props) {
  const { withAll, organizations, organizationCount } = sharing
  const others = organizationCount - organizations.length
  const named = others > 0 ? [...organizations, `${others} more`] : organizations
  const consumers = new Intl.ListFormat('en').format(named)
  return (
    <Text size="sm">
      It belongs to <strong>{namespace}</strong>, which shares its modules with{' '}
      {withAll ? 'every organization' : <strong>{consumers}</strong>}.
    </Text>
  )
}

/** The sharing was withdrawn while the page was open. */
export const NotSharedAnyMore = () => (
  <Paper>
    <title>This module is no longer available</title>
    <Empty
      icon={IconPackageOff}
      title="This module is no longer available"
      action={<LinkButton href={paths.modules()}>Go to modules</LinkButton>}
    >
      It was deleted, or is no longer shared with you.
    </Empty>
  </Paper>
)
