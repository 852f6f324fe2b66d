'use client'

import { Button } from '@mantine/core'
import { IconBell, IconBellFilled } from '@tabler/icons-react'
import { addressOf } from '~/app/(signed-in)/modules/actions'
import { change } from '~/data/use-change'
import { useAsk } from '~/shell/act'
import type { FoundModule } from './queries'

/** Button that follows or unfollows a module; new versions of followed ones come to the inbox. */
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
          done: `You follow ${addressOf(module)}. New versions appear in your inbox.`,
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
