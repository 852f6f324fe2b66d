import { cliNameWarnings } from '@engine/shared'
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

/** That the CLI can never ask for a provider; nothing where it can. */
export function NameWarnings({ namespace, name }: { namespace: string; name: string }) {
  return (
    <Warnings title="The CLI cannot install this provider" warnings={cliNameWarnings({ namespace, name })} />
  )
}
