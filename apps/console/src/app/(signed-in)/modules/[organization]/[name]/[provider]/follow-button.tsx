'use client'

import { Button } from '@mantine/core'
import { IconBell, IconBellFilled } from '@tabler/icons-react'
import { addressOf } from '~/app/(signed-in)/modules/actions'
import { change } from '~/data/use-change'
import { useAsk } from '~/shell/act'
import type { FoundModule } from './queries'

/** Whether the viewer's inbox tells of the module's versions. */
export function FollowButton({ module }: { module: FoundModule }) {
  const { id, isFollowed } = module
  const ask = useAsk()
  const [Bell, label] = isFollowed ? [IconBellFilled, 'Following'] : [IconBell, 'Follow']
  const toggle = () =>
    isFollowed
      ? ask({
          change: change('registryModuleUnfollow', { id }),
          done: `You no longer follow ${addressOf(module)}.`,
        })
      : ask({
          change: change('registryModuleFollow', { id }),
          done: `You follow ${addressOf(module)}. Your inbox tells you of its versions.`,
        })
  return (
    <Button
      size="xs"
      variant="default"
      aria-pressed={isFollowed}
      leftSection={<Bell size={15} stroke={1.6} />}
      onClick={toggle}
    >
      {label}
    </Button>
  )
}
