'use client'

import { Box } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { Empty } from '~/ui/empty'
import { LinkButton } from '~/ui/links'
import { WaysToPublish } from './ways-to-publish'

type Props = {
  organization: string | undefined
  /** Whether the viewer is in an organization at all. */
  belongs: boolean
  /** For those who may make modules. */
  action: ReactNode
}

/** There is no module at all: what one is, and how to come to the first, which depends on who asks. */
export function NoneYet({ organization, belongs, action }: Props) {
  if (!belongs) return <NoOrganization />
  const what =
    'A module is published once and installed anywhere by its address, in the version that is asked for.'
  if (!action)
    return (
      <Empty icon={IconPackage} title="No modules yet">
        {what} Here appear those of {organization ?? 'your organizations'}
        {organization === undefined && ', and those that others share with them'}. To publish one takes the
        right to manage modules, which an owner gives to a team.
      </Empty>
    )
  return (
    <>
      <Empty icon={IconPackage} title="No modules yet" action={action}>
        {what}
      </Empty>
      <Box px="md" pb="lg" maw={760} mx="auto">
        <WaysToPublish
          address={{ namespace: organization ?? 'ORGANIZATION', name: 'network', provider: 'aws' }}
          version="1.0.0"
        />
      </Box>
    </>
  )
}

function NoOrganization() {
  const mayCreate = useMay('ORGANIZATIONS_CREATE')
  return (
    <Empty
      icon={IconPackage}
      title="You are not in an organization yet"
      action={mayCreate && <LinkButton href={paths.organizationNew()}>New organization</LinkButton>}
    >
      Modules belong to organizations. Those of yours appear here, and what others share with them. Ask an
      owner to invite you{mayCreate && ', or create an organization'}.
    </Empty>
  )
}
