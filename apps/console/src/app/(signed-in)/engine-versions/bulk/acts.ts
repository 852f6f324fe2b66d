import type { EngineVersionAct, EngineVersionRowFragment } from '~/data/generated/graphql'

export type Row = EngineVersionRowFragment

type Words = {
  verb: string
  /** As in `1.9.0 is disabled`. */
  done: string
  isSo: (row: Row) => boolean
  /** As in `1.9.0 is already disabled`. */
  already: string
}

/** What can be done with many versions at once, in words. */
export const acts: Readonly<Record<EngineVersionAct, Words>> = {
  ENABLE: { verb: 'Enable', done: 'enabled', isSo: ({ enabled }) => enabled, already: 'already enabled' },
  DISABLE: {
    verb: 'Disable',
    done: 'disabled',
    isSo: ({ enabled }) => !enabled,
    already: 'already disabled',
  },
  DEPRECATE: {
    verb: 'Deprecate',
    done: 'deprecated',
    isSo: ({ deprecated }) => deprecated,
    already: 'already deprecated; unchanged',
  },
}

/** Those that are changed, and those that are left out since they are so already. */
export function sorted(act: EngineVersionAct, rows: readonly Row[]): { changing: Row[]; leftOut: Row[] } {
  const { isSo } = acts[act]
  return { changing: rows.filter((row) => !isSo(row)), leftOut: rows.filter(isSo) }
}

/** `1.9.0, 1.9.1 and 3 more`. */
export function named(rows: readonly { version: string }[], most = 20): string {
  const shown = rows.slice(0, most).map(({ version }) => version)
  return (
    shown.join(', ') + (rows.length > most ? ` and ${(rows.length - most).toLocaleString('en')} more` : '')
  )
}
