'use client'

import { graphql } from '~/data/generated'
import type {
  EngineVersionAct,
  EngineVersionRowFragment,
  EngineVersionsActInput,
} from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { count } from '~/ui/text'
import { toastDone, toastFailure, toastUndo } from '~/ui/toast'

export type Row = EngineVersionRowFragment

type Words = {
  verb: string
  /** As in `1.9.0 is disabled`. */
  done: string
  isSo: (row: Row) => boolean
  /** As in `1.9.0 is already disabled`. */
  already: string
  /** Whether it takes something from those who use a version. */
  danger: boolean
}

/** What can be done with many versions at once, in words. */
export const acts: Readonly<Record<EngineVersionAct, Words>> = {
  ENABLE: {
    verb: 'Enable',
    done: 'enabled',
    isSo: ({ enabled }) => enabled,
    already: 'already enabled',
    danger: false,
  },
  DISABLE: {
    verb: 'Disable',
    done: 'disabled',
    isSo: ({ enabled }) => !enabled,
    already: 'already disabled',
    danger: true,
  },
  DEPRECATE: {
    verb: 'Deprecate',
    done: 'deprecated',
    isSo: ({ deprecated }) => deprecated,
    already: 'already deprecated; unchanged',
    danger: false,
  },
}

/** Those that are changed, and those that are left out since they are so already. */
export function sorted(act: EngineVersionAct, rows: readonly Row[]): { changing: Row[]; leftOut: Row[] } {
  const { isSo } = acts[act]
  return { changing: rows.filter((row) => !isSo(row)), leftOut: rows.filter(isSo) }
}

/** What is refused comes back as `userErrors`, of a version under `ids` and its index. */
const EngineVersionsAct = graphql(`
  mutation EngineVersionsAct($input: EngineVersionsActInput!) {
    engineVersionsAct(input: $input) {
      changed {
        id
        version
        updatedAt
      }
    }
  }
`)

/** With `updatedAt` it is refused if it has changed since. */
type Target = { id: string; version: string; updatedAt?: string }
type Outcome = { changed: Required<Target>[]; refused: string[] }
type Said = Pick<EngineVersionsActInput, 'reason' | 'deprecatedReason'>

/** So many are taken by the API at once. */
const atOnce = 100

const whyOf: Readonly<Partial<Record<string, string>>> = {
  NOT_FOUND: 'it no longer exists',
  STALE: 'it was changed in the meantime',
}

/** Does the same with versions, a hundred after the other, and says what became of them. */
export function useActOnAll() {
  const run = useChange(EngineVersionsAct)

  async function act(
    kind: EngineVersionAct,
    targets: readonly Target[],
    said: Said = {},
    onProgress: (done: number) => void = () => undefined,
  ): Promise<Outcome> {
    const outcome: Outcome = { changed: [], refused: [] }
    for (let start = 0; start < targets.length; start += atOnce) {
      const part = targets.slice(start, start + atOnce)
      const expectedUpdatedAt = part.flatMap(({ updatedAt }) => updatedAt ?? [])
      const { changed, userErrors } = await run.mutateAsync({
        ids: part.map(({ id }) => id),
        act: kind,
        ...said,
        ...(expectedUpdatedAt.length > 0 && { expectedUpdatedAt }),
      })
      outcome.changed.push(...(changed ?? []))
      for (const { field, code, message } of userErrors) {
        const target = field[0] === 'ids' ? part[Number(field[1])] : undefined
        outcome.refused.push(target ? `${target.version}: ${whyOf[code] ?? message}.` : `${message}.`)
      }
      onProgress(start + part.length)
    }
    tell(kind, outcome.changed)
    return outcome
  }

  /** Disabling is offered to be undone; a version that has changed since stays as it is. */
  function tell(kind: EngineVersionAct, changed: readonly Required<Target>[]): void {
    const [first] = changed
    if (!first) return
    const what = changed.length === 1 ? first.version : count(changed.length, 'version')
    const done = `${what} ${changed.length === 1 ? 'is' : 'are'} ${acts[kind].done}.`
    if (kind !== 'DISABLE') return toastDone(done)
    toastUndo(done, async () => {
      const { refused } = await act('ENABLE', changed)
      if (refused.length > 0) toastFailure(new Error(`Not enabled again. ${refused.join(' ')}`))
    })
  }

  return act
}
