'use client'

import { IconArchive, IconArchiveOff, IconEdit, IconPower } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { EngineVersionActionFactsFragment } from '~/data/generated/graphql'
import { change, useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { useAct } from '~/shell/act'
import { deletion } from '~/shell/deletion'
import type { Action } from '~/ui/action-button'
import { confirm } from '~/ui/dialogs/confirm'
import { useRouter } from '~/ui/navigation'
import { toastFailure } from '~/ui/feedback/toast'
import { endOfLifeActions } from '../end-of-life/actions'
import { acts, useActOnAll } from './bulk/acts'
import { Dependents } from './dependents'
import { deletionObstacle } from './words'

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

type Options = {
  onDeprecate: (version: EngineVersion) => void
  onDeleted?: () => void
}

/** Returns the actions on a version, the same in the list, on its page and in the palette. */
export function useEngineVersionActions({
  onDeprecate,
  onDeleted,
}: Options): (version: EngineVersion) => Action[] {
  const router = useRouter()
  const act = useAct()
  const disable = useDisable()
  const { mutateAsync: update } = useChange('engineVersionUpdate')
  return (found) => {
    const { id, version, enabled, deprecated } = found
    return [
      { label: 'Edit', icon: IconEdit, run: () => router.push(paths.engineVersionEdit(id)) },
      enabled
        ? { label: 'Disable', icon: IconPower, run: () => disable(found) }
        : act({
            label: 'Enable',
            icon: IconPower,
            change: change('engineVersionUpdate', { id, enabled: true }),
            done: `${version} is enabled.`,
          }),
      deprecated
        ? act({
            label: 'Undo deprecation',
            icon: IconArchiveOff,
            change: change('engineVersionUpdate', { id, deprecated: false }),
            done: `${version} is no longer deprecated.`,
          })
        : { label: 'Deprecate', icon: IconArchive, run: () => onDeprecate(found) },
      ...(deprecated ? [] : endOfLifeActions({ ...found, label: version }, { act, update })),
      deletion(act, {
        name: version,
        disabledReason: deletionObstacle(found.deletionBlockedBy),
        change: change('engineVersionDelete', { id }),
        body: `Engine version ${version} can no longer be selected. This cannot be undone.`,
        after: onDeleted,
      }),
    ]
  }
}

/** Disables a version at once if nothing depends on it, since that can be undone. */
function useDisable() {
  const actOnAll = useActOnAll()
  const disable = ({ id, version }: EngineVersion, reason?: string) =>
    actOnAll('DISABLE', [{ id, version }], { reason: reason ?? null })
  return (target: EngineVersion) => {
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
      danger: acts.DISABLE.danger,
      askReason: true,
      run: async (reason) => (await disable(target, reason)).refused,
    })
  }
}

const tellRefused = ({ refused }: { refused: readonly string[] }): void => {
  if (refused.length > 0) toastFailure(new Error(refused.join(' ')))
}
