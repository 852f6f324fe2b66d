import { Alert, Text } from '@mantine/core'
import { count } from '~/ui/text'

/** Outcome of an upload of documentation, as the API answers it. */
export type TakenDocs = {
  pages: number
  /** The number of files that are no pages. */
  ignored: number
  warnings: readonly { path: string; message: string }[]
}

export const takenIn = (answer: string): TakenDocs => (JSON.parse(answer) as { meta: TakenDocs }).meta

/** Number of pages and of ignored files, and the faults of pages that were taken all the same. */
export function TakenDocsNotice({ taken: { pages, ignored, warnings } }: { taken: TakenDocs }) {
  const facts = `${count(pages, 'page')} taken${ignored > 0 ? `, ${count(ignored, 'file')} ignored` : ''}.`
  if (warnings.length === 0)
    return (
      <Text size="sm" role="status">
        {facts}
      </Text>
    )
  return (
    <Alert color="yellow" role="status" title={facts}>
      <ul style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
        {warnings.map(({ path, message }) => (
          <li key={`${path} ${message}`} style={{ overflowWrap: 'anywhere' }}>
            <code>{path}</code>: {message}.
          </li>
        ))}
      </ul>
    </Alert>
  )
}
