'use client'

import { IconArchive, IconArchiveOff, IconEdit, IconPower, IconTrash } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { EngineVersionActionFactsFragment } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { showOutcome } from '~/shell/show-outcome'
import type { Action } from '~/ui/action'
import { confirm } from '~/ui/confirm'
import { useRouter } from '~/ui/navigation'
import { toastDone, toastFailure } from '~/ui/toast'
import { endOfLifeActions } from '../end-of-life/actions'
import { EngineVersionUpdate } from './changes'
import { useAct } from './bulk/act'
import { deletionObstacle } from './deletion'
import { Dependents } from './dependents'

export const EngineVersionActionFacts = graphql(`
  fragment EngineVersionActionFacts on EngineVersion {
    id
    version
    enabled
    deprecated
    deprecatedReason
    endOfLife {
      ...EndOfLifeFacts
    }
    usage
    deletionBlockedBy {
      official
      workspaces
    }
  }
`)

type EngineVersion = EngineVersionActionFactsFragment

type Change = { enabled?: boolean; deprecated?: boolean }

const tellRefused = ({ refused }: { refused: readonly string[] }): void => {
  if (refused.length > 0) toastFailure(new Error(refused.join(' ')))
}

type Options = {
  onDeprecate: (version: EngineVersion) => void
  onDeleted?: () => void
}

/** What can be done with a version, the same in the list, on its page and in the palette. */
export function useEngineVersionActions({
  onDeprecate,
  onDeleted,
}: Options): (version: EngineVersion) => Action[] {
  const router = useRouter()
  const update = useChange(EngineVersionUpdate)
  const remove = useChange('engineVersionDelete')
  const act = useAct()

  const set = ({ id, version }: EngineVersion, change: Change, done: string) =>
    update.mutate(
      { id, ...change },
      {
        onSuccess: ({ userErrors }) =>
          userErrors.length === 0
            ? toastDone(`${version} ${done}.`)
            : toastFailure(new Error(userErrors.map(({ message }) => message).join('. '))),
      },
    )

  const disable = ({ id, version }: EngineVersion, reason?: string) =>
    act('DISABLE', [{ id, version }], { reason: reason ?? null })

  /** What nothing depends on is disabled at once: it can be undone. */
  const askAndDisable = (target: EngineVersion) => {
    const { id, version, usage } = target
    if (usage === 0) return void disable(target).then(tellRefused, () => undefined)
    confirm({
      title: `Disable ${version}?`,
      children: (
        <>
          <Dependents ids={[id]} />
          {`${version} can no longer be selected. Workspaces on it stay as they are.`}
        </>
      ),
      action: `Disable ${version}`,
      danger: true,
      askReason: true,
      run: async (reason) => (await disable(target, reason)).refused,
    })
  }

  const askAndDelete = ({ id, version }: EngineVersion) =>
    confirm({
      title: `Delete ${version}?`,
      children: `Engine version ${version} can no longer be selected. This cannot be undone.`,
      action: `Delete ${version}`,
      danger: true,
      askReason: true,
      run: async (reason) =>
        showOutcome(await remove.mutateAsync({ id, reason }), `${version} is deleted.`, onDeleted),
    })

  return (version) => [
    { label: 'Edit', icon: IconEdit, run: () => router.push(paths.engineVersionEdit(version.id)) },
    version.enabled
      ? { label: 'Disable', icon: IconPower, run: () => askAndDisable(version) }
      : { label: 'Enable', icon: IconPower, run: () => set(version, { enabled: true }, 'is enabled') },
    version.deprecated
      ? {
          label: 'Undo deprecation',
          icon: IconArchiveOff,
          run: () => set(version, { deprecated: false }, 'is no longer deprecated'),
        }
      : { label: 'Deprecate', icon: IconArchive, run: () => onDeprecate(version) },
    ...(version.deprecated
      ? []
      : endOfLifeActions({ ...version, label: version.version }, { update: update.mutateAsync })),
    {
      label: 'Delete',
      icon: IconTrash,
      danger: true,
      disabledReason: deletionObstacle(version.deletionBlockedBy),
      run: () => askAndDelete(version),
    },
  ]
}
