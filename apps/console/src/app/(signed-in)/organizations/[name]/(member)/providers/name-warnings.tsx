import { cliNameWarnings } from '@engine/shared'
import { Alert, Stack, Text } from '@mantine/core'

/** That the CLI can never ask for a provider; nothing where it can. */
export function NameWarnings({ namespace, name }: { namespace: string; name: string }) {
  const warnings = cliNameWarnings({ namespace, name })
  if (warnings.length === 0) return null
  return (
    <Alert color="yellow" title="The CLI cannot install this provider">
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
