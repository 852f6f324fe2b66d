'use client'

import { Code, Group, Progress, Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { graphql } from '~/data/generated'
import type { EngineVersionVerificationFactsFragment } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { useMay } from '~/shell/viewer'
import { ActionButton } from '~/ui/action-button'
import { Moment } from '~/ui/moment'
import { Section } from '~/ui/section'
import { StateDot } from '~/ui/feedback/state-dot'
import { count, numberText, sizeText } from '~/ui/text'
import { Note } from '~/ui/texts'
import { toastFailure } from '~/ui/feedback/toast'
import classes from './archives.module.css'

export const EngineVersionVerificationFacts = graphql(`
  fragment EngineVersionVerificationFacts on EngineVersion {
    id
    archs {
      os
      arch
    }
    verifications {
      os
      arch
      state
      bytesDone
      bytesTotal
      foundSha
      problem
      requestedBy
      requestedAt
      finishedAt
    }
  }
`)

type Verifiable = EngineVersionVerificationFactsFragment
type VerificationFacts = Verifiable['verifications'][number]

/** Tells whether a verification waits or runs, so that polling is worthwhile. */
export const isVerifying = (version: Pick<Verifiable, 'verifications'> | null | undefined): boolean =>
  version?.verifications.some(({ state }) => state === 'QUEUED' || state === 'RUNNING') ?? false

/** Result of the verification: do the files at the addresses match their checksums? A button starts it. */
export function Verification({ version }: { version: Verifiable }) {
  const { archs, verifications } = version
  if (archs.length === 0) return null
  return (
    <Section title="Verification" action={<VerifyButton version={version} />}>
      <Note mb="sm">
        Reads the file behind each address and compares its checksum. The file is not stored.
      </Note>
      <VisuallyHidden role="status">{summaryOf(version)}</VisuallyHidden>
      <ul className={classes['list']}>
        {archs.map(({ os, arch }) => (
          <li key={`${os}/${arch}`}>
            <Text size="sm" fw={600} mb={4}>
              {os} {arch}
            </Text>
            <Outcome verification={verifications.find((each) => each.os === os && each.arch === arch)} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function VerifyButton({ version }: { version: Verifiable }) {
  const mayWrite = useMay('ENGINE_VERSIONS_WRITE')
  const verify = useChange('engineVersionVerify')
  if (!mayWrite) return null
  const { archs, verifications } = version
  const run = async () => {
    const { userErrors } = await verify.mutateAsync({ id: version.id })
    if (userErrors.length > 0) toastFailure(new Error(userErrors.map(({ message }) => message).join('. ')))
  }
  return (
    <ActionButton
      variant="default"
      loading={verify.isPending}
      disabledReason={isVerifying(version) ? 'Verification is running.' : undefined}
      onClick={() => void run().catch(() => undefined)}
    >
      {verifications.length > 0
        ? 'Verify again'
        : archs.length === 1
          ? 'Verify checksum'
          : 'Verify checksums'}
    </ActionButton>
  )
}

/** Returns a summary for people who do not see the bars; it changes with the states, not with every byte. */
function summaryOf({ verifications }: Verifiable): string {
  if (verifications.length === 0) return ''
  const of = (...states: string[]) => verifications.filter(({ state }) => states.includes(state)).length
  const [open, passed, bad] = [of('QUEUED', 'RUNNING'), of('PASSED'), of('FAILED', 'UNREACHABLE')]
  if (open > 0) return `${count(open, 'file')} still to be verified`
  return `Verified: ${count(passed, 'file')} passed, ${numberText(bad)} did not`
}

function Outcome({ verification }: { verification: VerificationFacts | undefined }) {
  if (!verification) return <Note>Not verified yet.</Note>
  switch (verification.state) {
    case 'QUEUED':
      return <Line badge={<StateDot tone="idle">Waiting</StateDot>}>It starts in a moment.</Line>
    case 'RUNNING':
      return <Running verification={verification} />
    case 'PASSED':
      return (
        <Line badge={<StateDot tone="good">Passed</StateDot>} verification={verification}>
          The file matches its checksum ({sizeText(verification.bytesDone)}).
        </Line>
      )
    case 'FAILED':
      return (
        <Line badge={<StateDot tone="bad">Wrong file</StateDot>} verification={verification}>
          The file does not match the checksum. Its SHA-256 is{' '}
          <Code style={{ overflowWrap: 'anywhere' }}>{verification.foundSha}</Code>
        </Line>
      )
    case 'UNREACHABLE':
      return (
        <Line badge={<StateDot tone="bad">Unreachable</StateDot>} verification={verification}>
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
        <StateDot tone="idle">Running</StateDot>
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

type LineProps = { badge: ReactNode; verification?: VerificationFacts; children: ReactNode }

function Line({ badge, verification, children }: LineProps) {
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
