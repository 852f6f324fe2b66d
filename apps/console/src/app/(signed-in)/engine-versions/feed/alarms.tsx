import { Alert, Code, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { count } from '~/ui/plural'
import type { Difference } from './queries'

/** Published files that have changed: a person has to check them before they are taken over. */
export function Alarms({ differences }: { differences: readonly Difference[] }) {
  const alarming = differences.filter(({ alarms }) => alarms.length > 0)
  if (alarming.length === 0) return null
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} />}
      title={`The checksum of ${count(alarming.length, 'known version')} changed`}
      role="alert"
    >
      <Stack gap="xs">
        <Text size="sm">
          A published file never changes. Either it was replaced, or the feed is wrong: ask its maintainers
          before you import this.
        </Text>
        {alarming.flatMap(({ version, alarms }) =>
          alarms.map(({ os, arch, known, offered }) => (
            <Text key={`${version} ${os} ${arch}`} size="sm" component="div">
              <strong>
                {version}, {os} {arch}
              </strong>
              <br />
              known <Checksum of={known} />
              <br />
              offered <Checksum of={offered} />
            </Text>
          )),
        )}
      </Stack>
    </Alert>
  )
}

const Checksum = ({ of }: { of: string }) => <Code style={{ overflowWrap: 'anywhere' }}>{of}</Code>
