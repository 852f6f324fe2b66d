'use client'

import { Badge, Code, Group, Progress, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Moment } from '~/ui/moment'
import { sizeText } from '~/ui/size-text'
import type { Told } from './verification-queries'

/** What became of one file, said plainly. */
export function Outcome({ told }: { told: Told | undefined }) {
  if (!told)
    return (
      <Text size="sm" c="dimmed">
        Not verified since its address and checksum are what they are.
      </Text>
    )
  switch (told.state) {
    case 'QUEUED':
      return <Line badge={<Badge color="gray">Waiting</Badge>}>Its turn comes in a moment.</Line>
    case 'RUNNING':
      return <Running told={told} />
    case 'PASSED':
      return (
        <Line badge={<Badge color="green">Passed</Badge>} told={told}>
          The file is what its checksum says ({sizeText(told.bytesDone)}).
        </Line>
      )
    case 'FAILED':
      return (
        <Line badge={<Badge color="red">Wrong file</Badge>} told={told}>
          Another file lies there than the checksum says. It has the SHA-256{' '}
          <Code style={{ overflowWrap: 'anywhere' }}>{told.foundSha}</Code>
        </Line>
      )
    case 'UNREACHABLE':
      return (
        <Line badge={<Badge color="red">Unreachable</Badge>} told={told}>
          The file could not be read: {told.problem}.
        </Line>
      )
  }
}

function Running({ told: { os, arch, bytesDone, bytesTotal } }: { told: Told }) {
  const done = sizeText(bytesDone)
  const label = `Verification of ${os} ${arch}`
  return (
    <>
      <Group justify="space-between" gap="xs" mb={6}>
        <Badge color="harbor">Running</Badge>
        <Text size="sm">
          {bytesTotal === null ? `${done} read` : `${done} of ${sizeText(bytesTotal)} read`}
        </Text>
      </Group>
      {bytesTotal === null ? (
        <Progress value={100} striped animated aria-label={label} />
      ) : (
        <Progress value={bytesTotal === 0 ? 100 : (bytesDone / bytesTotal) * 100} aria-label={label} />
      )}
    </>
  )
}

function Line({ badge, told, children }: { badge: ReactNode; told?: Told; children: ReactNode }) {
  return (
    <>
      <Group gap="xs" align="flex-start">
        {badge}
        <Text size="sm" flex="1 1 16rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
          {children}
        </Text>
      </Group>
      {told?.finishedAt && (
        <Text size="xs" c="dimmed" mt={4}>
          <Moment at={told.finishedAt} />, asked for by {told.requestedBy}
        </Text>
      )}
    </>
  )
}
