'use client'

import { IconFilterCheck, IconPlus, IconRss, IconVersions } from '@tabler/icons-react'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { Empty } from '~/ui/empty'
import { LinkButton } from '~/ui/link-button'

export const NewButton = () => (
  <LinkButton href={paths.engineVersionNew()} leftSection={<IconPlus size={16} />}>
    New engine version
  </LinkButton>
)

export const FeedButton = () => (
  <LinkButton href={paths.releaseFeed()} variant="default" leftSection={<IconRss size={16} />}>
    Compare with the feed
  </LinkButton>
)

export const ConstraintButton = () => (
  <LinkButton href={paths.engineConstraint()} variant="default" leftSection={<IconFilterCheck size={16} />}>
    Test a constraint
  </LinkButton>
)

export function NoneYet() {
  const mayWrite = useMay('ENGINE_VERSIONS_WRITE')
  return (
    <Empty
      icon={<IconVersions size={28} stroke={1.5} />}
      title="No engine versions yet"
      action={mayWrite && <NewButton />}
    >
      People can use the engine versions that are added here.
    </Empty>
  )
}
