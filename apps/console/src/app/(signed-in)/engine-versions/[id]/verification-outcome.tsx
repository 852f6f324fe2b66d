'use client'

import { Badge, Code, Group, Progress, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Moment } from '~/ui/moment'
import { sizeText } from '~/ui/size-text'
import { Note } from '~/ui/texts'
import type { VerificationFacts } from './verification-queries'

/** The outcome of the verification of one file. */
export function Outcome({ verification }: { verification: VerificationFacts | undefined }) {
  if (!verification) return <Note>Not verified yet.</Note>
  switch (verification.state) {
    case 'QUEUED':
      return <Line badge={<Badge color="gray">Waiting</Badge>}>It starts in a moment.</Line>
    case 'RUNNING':
      return <Running verification={verification} />
    case 'PASSED':
      return (
        <Line badge={<Badge color="green">Passed</Badge>} verification={verification}>
          The file matches its checksum ({sizeText(verification.bytesDone)}).
        </Line>
      )
    case 'FAILED':
      return (
        <Line badge={<Badge color="red">Wrong file</Badge>} verification={verification}>
          The file does not match the checksum. Its SHA-256 is{' '}
          <Code style={{ overflowWrap: 'anywhere' }}>{verification.foundSha}</Code>
        </Line>
      )
    case 'UNREACHABLE':
      return (
        <Line badge={<Badge color="red">Unreachable</Badge>} verification={verification}>
          The file could not be read: {verification.problem}.
        </Line>
      )
  }
}

function Running({ verification: { os, arch, bytesDone, bytesTotal } }: { verification: VerificationFacts }) {
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

function Line({
  badge,
  verification,
  children,
}: {
  badge: ReactNode
  verification?: VerificationFacts
  children: ReactNode
}) {
  return (
    <>
      <Group gap="xs" align="flex-start">
        {badge}
        <Text size="sm" flex="1 1 16rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
          {children}
        </Text>
      </Group>
      {verification?.finishedAt && (
        <Text size="xs" c="dimmed" mt={4}>
          <Moment at={verification.finishedAt} />, asked for by {verification.requestedBy}
        </Text>
      )}
    </>
  )
}
