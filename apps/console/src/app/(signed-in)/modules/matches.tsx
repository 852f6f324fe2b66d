import { Code, Text } from '@mantine/core'
import { graphql } from '~/data/generated'
import type { ModuleMatchesFragment } from '~/data/generated/graphql'
import { moduleMatchWords } from '~/data/module-match-words'

export const ModuleMatches = graphql(`
  fragment ModuleMatches on RegistryModule {
    matches(search: $search) {
      kind
      text
      path
    }
  }
`)

/** What the search found inside the module: `input flow_logs_days`. */
export function Matches({ matches }: ModuleMatchesFragment) {
  if (matches.length === 0) return null
  return (
    <Text size="xs" component="div">
      Matches{' '}
      {matches.map(({ kind, text, path }, index) => (
        <span key={`${kind} ${path} ${text}`}>
          {index > 0 && ', '}
          {moduleMatchWords[kind]} {text !== '' && <Code fz="xs">{text}</Code>}
          {path !== '' && text !== path && (
            <>
              {' '}
              of <Code fz="xs">{path}</Code>
            </>
          )}
        </span>
      ))}
    </Text>
  )
}
