'use client'

import { Skeleton, Text } from '@mantine/core'
import { useQueryKeepingPrevious } from '~/data/query'
import { Failure } from '~/ui/failure'
import { count } from '~/ui/plural'
import { Section } from '~/ui/section'
import { Note, Small } from '~/ui/texts'
import { kinds, previewInputOf, type SharingChoice } from './choice'
import { SharingPreviewQuery } from './queries'
import classes from './sharing.module.css'

/** What is asked for a choice, of both kinds at once. */
export const previewVariables = (name: string, { modules, providers }: SharingChoice) => ({
  name,
  modules: previewInputOf(kinds.modules, modules),
  providers: previewInputOf(kinds.providers, providers),
})

/** Who gains and who loses, shown before anything is saved. */
export function PreviewPanel({ name, choice }: { name: string; choice: SharingChoice }) {
  const { data, error, refetch } = useQueryKeepingPrevious(
    SharingPreviewQuery,
    previewVariables(name, choice),
  )
  const preview = data?.siteOrganization
  return (
    <Section title="Impact of saving">
      {preview ? (
        <div className={classes['affected']} aria-live="polite">
          <Side title="Will gain the modules" affected={preview.modules.gains} color="green" />
          <Side title="Will lose the modules" affected={preview.modules.loses} color="red" />
          <Side title="Will gain the providers" affected={preview.providers.gains} color="green" />
          <Side title="Will lose the providers" affected={preview.providers.loses} color="red" />
        </div>
      ) : error ? (
        <Failure title="The impact could not be loaded" error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height={42} />
      )}
    </Section>
  )
}

type Affected = { nodes: readonly { id: string; name: string }[]; totalCount: number }

function Side({ title, affected, color }: { title: string; affected: Affected; color: 'green' | 'red' }) {
  const { nodes, totalCount } = affected
  return (
    <div>
      <Small>{title}</Small>
      <Text size="sm" fw={600} c={totalCount === 0 ? 'dimmed' : `var(--mantine-color-${color}-light-color)`}>
        {totalCount === 0 ? 'None' : count(totalCount, 'organization')}
      </Text>
      {nodes.length > 0 && (
        <ul className={classes['names']}>
          {nodes.map(({ id, name }) => (
            <li key={id}>
              <Text size="sm">{name}</Text>
            </li>
          ))}
          {totalCount > nodes.length && (
            <li>
              <Note>and {(totalCount - nodes.length).toLocaleString('en')} more</Note>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
