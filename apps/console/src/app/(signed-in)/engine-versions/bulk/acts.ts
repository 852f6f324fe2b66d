'use client'

import { graphql } from '~/data/generated'
import type {
  EngineVersionAct,
  EngineVersionRowFragment,
  EngineVersionsActInput,
} from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { count } from '~/ui/text'
import { toastDone, toastFailure, toastUndo } from '~/ui/feedback/toast'

export type Row = EngineVersionRowFragment

type Words = {
  verb: string
  /** Predicate, as in `1.9.0 is disabled`. */
  done: string
  isSo: (row: Row) => boolean
  /** Predicate, as in `1.9.0 is already disabled`. */
  already: string
  /** True if it takes something away from users of a version. */
  danger: boolean
}

/** Bulk actions on versions, with their words. */
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

/** Returns the versions that would change, and those that are left out because they already are so. */
export function sorted(act: EngineVersionAct, rows: readonly Row[]): { changing: Row[]; leftOut: Row[] } {
  const { isSo } = acts[act]
  return { changing: rows.filter((row) => !isSo(row)), leftOut: rows.filter(isSo) }
}

/** Mutation that returns refusals as `userErrors`, with `ids` and the version's index as their path. */
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

/** Version to change; with `updatedAt` the API refuses it if it has changed since. */
type Target = { id: string; version: string; updatedAt?: string }
type Outcome = { changed: Required<Target>[]; refused: string[] }
type Said = Pick<EngineVersionsActInput, 'reason' | 'deprecatedReason'>

/** Maximum number of versions in one request to the API. */
const atOnce = 100

const whyOf: Readonly<Partial<Record<string, string>>> = {
  NOT_FOUND: 'it no longer exists',
  STALE: 'it was changed in the meantime',
}

/** Changes versions in batches of a hundred, and reports what became of them. */
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
