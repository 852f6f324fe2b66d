import { cliNameWarnings, isForSomeCli } from '@engine/shared'
import { Alert, Stack, Text } from '@mantine/core'

/** Warnings about what the CLI will not do, one sentence each; nothing if there are none. */
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

/** Warning that no CLI, or only some, can request the provider. */
export function NameWarnings({ namespace, name }: { namespace: string; name: string }) {
  const who = isForSomeCli({ namespace, name }) ? 'Some CLIs' : 'The CLI'
  return (
    <Warnings title={`${who} cannot install this provider`} warnings={cliNameWarnings({ namespace, name })} />
  )
}
