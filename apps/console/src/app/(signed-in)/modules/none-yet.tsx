'use client'

import { Box } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Empty } from '../../../ui/empty'
import { WaysToPublish } from './ways-to-publish'

/** There is no module at all: what one is, and how to publish the first. */
export function NoneYet({ organization, action }: { organization: string | undefined; action: ReactNode }) {
  return (
    <>
      <Empty icon={<IconPackage size={28} stroke={1.5} />} title="No modules yet" action={action}>
        A module is published once and installed anywhere by its address, in the version that is asked for.
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
