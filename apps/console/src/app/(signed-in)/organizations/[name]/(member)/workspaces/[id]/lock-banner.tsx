'use client'

import { Alert, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { ActionButton } from '~/ui/action-button'
import { Ago, Moment } from '~/ui/moment'
import { useLockActions } from './lock-actions'
import type { FoundWorkspace } from './queries'

/** Who alone may write the state of a workspace, since when and why. */
export function LockBanner({ workspace }: { workspace: FoundWorkspace }) {
  const [unlock] = useLockActions(workspace)
  const { lockedAt, lockedBy, lockReason, isLockedByCaller } = workspace
  return (
    <Alert
      color="yellow"
      icon={<IconLock size={18} />}
      title={`Locked by ${isLockedByCaller ? 'you' : (lockedBy ?? 'another run')}`}
    >
      <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {lockReason ?? 'No reason was given.'}
      </Text>
      {lockedAt !== null && (
        <Text size="sm" c="dimmed">
          Since <Moment at={lockedAt} /> (<Ago at={lockedAt} />)
        </Text>
      )}
      {unlock && (
        <ActionButton
          size="xs"
          variant="default"
          mt="xs"
          disabledReason={unlock.disabledReason}
          onClick={unlock.run}
        >
          {unlock.label}
        </ActionButton>
      )}
    </Alert>
  )
}
