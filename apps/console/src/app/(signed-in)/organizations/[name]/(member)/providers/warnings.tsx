import { cliNameWarnings, isForSomeCli } from '@engine/shared'
import { Alert, Stack, Text } from '@mantine/core'

/** What the CLI will not do, in a sentence each; nothing where there is none. */
export function Warnings({ title, warnings }: { title: string; warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <Alert color="yellow" title={title}>
      <Stack gap="xs">
        {warnings.map((warning) => (
          <Text key={warning} size="sm">
            {warning}
          </Text>
        ))}
      </Stack>
    </Alert>
  )
}

/** That the CLI, or some of them, can never ask for a provider; nothing where each can. */
export function NameWarnings({ namespace, name }: { namespace: string; name: string }) {
  const who = isForSomeCli({ namespace, name }) ? 'Some CLIs' : 'The CLI'
  return (
    <Warnings title={`${who} cannot install this provider`} warnings={cliNameWarnings({ namespace, name })} />
  )
}
