'use client'

import { Text, VisuallyHidden } from '@mantine/core'
import { useChange } from '~/data/use-change'
import { useMay } from '~/shell/viewer'
import { ActionButton } from '~/ui/action-button'
import { count } from '~/ui/plural'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import { toastFailure } from '~/ui/toast'
import classes from './archives.module.css'
import { Outcome } from './verification-outcome'
import { isVerifying, type Verifiable } from './verification-queries'

/** Whether the files behind the addresses are what their checksums say, and the button that finds it out. */
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

/** For those who do not see the bars; it changes with the states, not with every byte. */
function summaryOf({ verifications }: Verifiable): string {
  if (verifications.length === 0) return ''
  const of = (...states: string[]) => verifications.filter(({ state }) => states.includes(state)).length
  const [open, passed, bad] = [of('QUEUED', 'RUNNING'), of('PASSED'), of('FAILED', 'UNREACHABLE')]
  if (open > 0) return `${count(open, 'file')} still to be verified`
  return `Verified: ${count(passed, 'file')} passed, ${bad.toLocaleString('en')} did not`
}
