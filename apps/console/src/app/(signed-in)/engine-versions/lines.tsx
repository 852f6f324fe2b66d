'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import type { EngineLinesQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { Failure } from '~/ui/feedback/failure'
import { Link } from '~/ui/link'
import { Section } from '~/ui/section'
import { count, numberText } from '~/ui/text'
import classes from './lines.module.css'
import { dayText } from '~/ui/moment'

const EngineLines = graphql(`
  query EngineLines {
    engineLines {
      line
      workspaces
      supported
      ending
      deprecated
      disabled
      lastEnd
    }
  }
`)

type Line = EngineLinesQuery['engineLines'][number]

/** States of a line, in the order in which it passes them; each version counts in one. */
const states = {
  supported: 'Supported',
  ending: 'Ends soon',
  deprecated: 'Deprecated',
  disabled: 'Disabled',
} as const

type State = keyof typeof states

/** Returns the best state of a line's versions: what workspaces can still get of it. */
const stateOf = (line: Line): State =>
  (Object.keys(states) as State[]).find((state) => line[state] > 0) ?? 'disabled'

/** A bar a minor line, as wide as workspaces are on it, the newest first; `search` is what the list is searched for. */
export function Lines({ search }: { search: string }) {
  const { data, error, refetch } = useQuery(query(EngineLines, {}))
  return (
    <Section title="Which lines do workspaces run?" action={<Legend />}>
      {error ? (
        <Failure title="The lines could not be loaded" error={error} retry={refetch} />
      ) : !data ? (
        <Skeleton height={68} />
      ) : (
        <ul className={classes['lines']} data-sideways>
          {data.engineLines.map((line) => (
            <LineBar key={line.line} line={line} search={search} />
          ))}
        </ul>
      )}
    </Section>
  )
}

const Legend = () => (
  <ul className={classes['legend']} aria-hidden>
    {Object.entries(states).map(([state, word]) => (
      <li key={state}>
        <span className={classes['mark']} data-state={state} />
        {word}
      </li>
    ))}
  </ul>
)

/** Narrows the list to the line, or shows all again. */
function LineBar({ line, search }: { line: Line; search: string }) {
  const { workspaces } = line
  const wanted = `${line.line}.`
  const isShown = search === wanted
  const [state, words] = [stateOf(line), sentenceOf(line)]
  return (
    <li
      style={workspaces > 0 ? { flexGrow: workspaces } : undefined}
      data-unused={workspaces === 0 || undefined}
    >
      <Link
        href={paths.engineVersions(isShown ? {} : { search: wanted })}
        scroll={false}
        title={words}
        aria-label={words}
        aria-current={isShown ? 'true' : undefined}
      >
        <span className={classes['mark']} data-state={state} />
        <b>{line.line}</b>
        <small>{numberText(workspaces)}</small>
      </Link>
    </li>
  )
}

/** `1.9: 12 workspaces. 3 versions supported, 1 deprecated.` */
function sentenceOf(line: Line): string {
  const counted = (Object.keys(states) as State[])
    .filter((state) => line[state] > 0)
    .map((state, index) => `${index === 0 ? count(line[state], 'version') : line[state]} ${words[state]}`)
  const end = line.supported === 0 && line.lastEnd !== null ? ` Ends on ${dayText(line.lastEnd)}.` : ''
  return `${line.line}: ${count(line.workspaces, 'workspace')}. ${counted.join(', ')}.${end}`
}

const words: Readonly<Record<State, string>> = {
  supported: 'supported',
  ending: 'ending soon',
  deprecated: 'deprecated',
  disabled: 'disabled',
}
