'use client'

import { IconEye, IconFilterCheck, IconRss, IconVersions } from '@tabler/icons-react'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { Empty } from '~/ui/empty'
import { LinkButton, NewButton } from '~/ui/links'

export const NewVersionButton = () => (
  <NewButton href={paths.engineVersionNew()}>New engine version</NewButton>
)

export const FeedButton = () => (
  <LinkButton href={paths.releaseFeed()} variant="default" leftSection={<IconRss size={16} />}>
    Release feed
  </LinkButton>
)

export const SeenButton = () => (
  <LinkButton href={paths.enginesSeen()} variant="default" leftSection={<IconEye size={16} />}>
    Engines seen
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
    <Empty icon={IconVersions} title="No engine versions yet" action={mayWrite && <NewVersionButton />}>
      Versions added here can be used in workspaces.
    </Empty>
  )
}
