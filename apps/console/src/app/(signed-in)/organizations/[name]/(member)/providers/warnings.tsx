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
