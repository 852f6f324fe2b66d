'use client'

import { Button, Group, Text } from '@mantine/core'
import { useChange } from '~/data/use-change'
import { showOutcome } from '~/shell/act'
import { confirm } from '~/ui/confirm'
import { ActionButton } from '~/ui/action-button'
import { count } from '~/ui/plural'
import { type Difference } from './queries'

type Props = {
  feed: { digest: string; differences: { nodes: readonly Difference[] } }
  picked: ReadonlySet<string>
  /** The versions of this page that the platform does not know. */
  fresh: readonly string[]
  onPick: (versions: readonly string[], isPicked: boolean) => void
  onTaken: () => void
}

/** Picks what is new, and takes over what was picked once it is confirmed. */
export function TakeOverButton({ feed, picked, fresh, onPick, onTaken }: Props) {
  const takeOver = useChange('releaseFeedTakeOver')
  const versions = [...picked]
  const isAlarming = feed.differences.nodes.some(
    ({ version, alarms }) => picked.has(version) && alarms.length > 0,
  )

  const ask = () =>
    confirm({
      title: `Import ${count(versions.length, 'version')}?`,
      children: (
        <>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {versions.slice(0, 20).join(', ')}
            {versions.length > 20 && ` and ${versions.length - 20} more`}
          </Text>
          <Text size="sm" mt="xs">
            {isAlarming
              ? 'This includes a changed checksum: installations then get the other file.'
              : 'New versions are enabled. Known versions stay enabled or disabled.'}
          </Text>
        </>
      ),
      action: `Import ${count(versions.length, 'version')}`,
      danger: isAlarming,
      askReason: isAlarming ? 'required' : true,
      run: async (reason) => {
        const { userErrors } = await takeOver.mutateAsync({
          digest: feed.digest,
          versions,
          reason: reason ?? null,
        })
        if (userErrors.some(({ code }) => code === 'STALE'))
          return [
            'The feed or a version changed in the meantime. Close this dialog and review the feed again.',
          ]
        return showOutcome({ userErrors }, `${count(versions.length, 'version')} imported.`, onTaken)
      },
    })

  return (
    <Group gap="xs" p="sm">
      <ActionButton
        onClick={ask}
        disabledReason={versions.length === 0 ? 'Select the versions to import first.' : undefined}
      >
        {versions.length === 0 ? 'Import' : `Import ${count(versions.length, 'version')}`}
      </ActionButton>
      {fresh.some((version) => !picked.has(version)) && (
        <Button variant="default" onClick={() => onPick(fresh, true)}>
          Select all new
        </Button>
      )}
      {versions.length > 0 && (
        <Button variant="subtle" onClick={() => onPick(versions, false)}>
          Clear selection
        </Button>
      )}
    </Group>
  )
}
