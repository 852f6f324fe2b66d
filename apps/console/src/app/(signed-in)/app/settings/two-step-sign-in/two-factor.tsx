'use client'

import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { request } from '../../../../../data/request'
import { useChange } from '../../../../../data/use-change'
import { useViewer } from '../../../../../shell/viewer'
import { CodeToCopy } from '../../../../../ui/code-to-copy'
import { PageHeader } from '../../../../../ui/page-header'
import { Section } from '../../../../../ui/section'
import { ShownOnce } from '../../../../../ui/shown-once'
import { toastDone } from '../../../../../ui/toast'
import { OneFieldForm } from './one-field-form'
import { QrCode } from './qr-code'
import {
  TwoFactorDisable,
  TwoFactorEnable,
  TwoFactorQuery,
  TwoFactorRecoveryCodesRenew,
  TwoFactorSetUp,
} from './queries'

/** The reader's second factor: off, being set up, or on. */
export function TwoFactor() {
  const { needsTwoFactor } = useViewer()
  const { data } = useQuery({
    queryKey: ['two-factor'],
    queryFn: ({ signal }) => request(TwoFactorQuery, {}, signal),
  })
  const [codes, setCodes] = useState<readonly string[]>()
  const router = useRouter()
  const twoFactor = data?.viewer?.twoFactor

  function done() {
    setCodes(undefined)
    router.refresh()
  }

  return (
    <>
      <PageHeader title="Two-step sign-in" />
      <Stack gap="md" maw={720}>
        {needsTwoFactor && codes === undefined && (
          <Alert color="orange" title="Set up two-step sign-in first">
            It is required of you. Until it is on, nothing else is open to you.
          </Alert>
        )}
        {codes && (
          <Section title="Your recovery codes">
            <ShownOnce label="Recovery codes" value={codes.join('\n')} copyLabel="Copy codes" onDone={done}>
              Each signs you in once when you do not have your device. Keep them where you keep passwords:
              they are not shown again.
            </ShownOnce>
          </Section>
        )}
        {!codes &&
          twoFactor &&
          (twoFactor.isEnabled ? <On {...twoFactor} onCodes={setCodes} /> : <Off onCodes={setCodes} />)}
      </Stack>
    </>
  )
}

type Codes = { onCodes: (codes: readonly string[]) => void }

function Off({ onCodes }: Codes) {
  const { user } = useViewer()
  const setUp = useChange(TwoFactorSetUp)
  const enable = useChange(TwoFactorEnable)
  const [made, setMade] = useState<{ secret: string; uri: string }>()

  async function begin(currentPassword: string) {
    const { secret, uri, userErrors } = await setUp.mutateAsync({ currentPassword })
    if (secret && uri) setMade({ secret, uri })
    return userErrors
  }

  async function finish(code: string) {
    const { recoveryCodes, userErrors } = await enable.mutateAsync({ code })
    if (recoveryCodes) onCodes(recoveryCodes)
    return userErrors
  }

  if (!made)
    return (
      <Section title="Add a second step">
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            After your password, a code of an authenticator app is asked for. A stolen password alone opens
            nothing then. Signing in by single sign-on asks for what your provider asks.
          </Text>
          {/* Tells a password manager whose password this is. */}
          <input type="text" autoComplete="username" value={user.username} readOnly hidden />
          <OneFieldForm
            key="password"
            field="currentPassword"
            label="Current password"
            submitLabel="Set up"
            onSubmit={begin}
          />
        </Stack>
      </Section>
    )
  return (
    <Section title="Add it to your app">
      <Stack gap="sm">
        <Text size="sm">Scan this with an authenticator app, or type the key into it.</Text>
        <QrCode text={made.uri} label="QR code for an authenticator app" />
        <CodeToCopy what="the key" text={made.secret} />
        <OneFieldForm
          key="code"
          field="code"
          label="Code that the app shows"
          submitLabel="Turn on"
          onSubmit={finish}
        />
      </Stack>
    </Section>
  )
}

function On({ isRequired, recoveryCodes, onCodes }: Codes & { isRequired: boolean; recoveryCodes: number }) {
  const renew = useChange(TwoFactorRecoveryCodesRenew)
  const disable = useChange(TwoFactorDisable)

  async function makeCodes(currentPassword: string) {
    const { recoveryCodes: made, userErrors } = await renew.mutateAsync({ currentPassword })
    if (made) onCodes(made)
    return userErrors
  }

  async function turnOff(currentPassword: string) {
    const { userErrors } = await disable.mutateAsync({ currentPassword })
    if (userErrors.length === 0) toastDone('Two-step sign-in is off.')
    return userErrors
  }

  return (
    <>
      <Section title="Recovery codes">
        <Stack gap="sm">
          <Text size="sm">Two-step sign-in is on. You have {recoveryCodes} recovery codes left.</Text>
          <OneFieldForm
            field="currentPassword"
            label="Current password"
            submitLabel="New recovery codes"
            onSubmit={makeCodes}
          />
        </Stack>
      </Section>
      <Section title="Turn off">
        {isRequired ? (
          <Text size="sm">Two-step sign-in is required of you and cannot be turned off.</Text>
        ) : (
          <OneFieldForm
            field="currentPassword"
            label="Current password"
            submitLabel="Turn off"
            isDanger
            onSubmit={turnOff}
          />
        )}
      </Section>
    </>
  )
}
