'use client'

import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { encode } from 'uqr'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { useChange } from '~/data/use-change'
import { sortUserErrors, type UserError } from '~/data/user-errors'
import { useViewer } from '~/shell/viewer'
import { CodeField } from '~/ui/code-field'
import { CodeToCopy } from '~/ui/code-to-copy'
import { Failure } from '~/ui/feedback/failure'
import { useHydrated } from '~/ui/hydrated'
import { useRouter } from '~/ui/navigation'
import { PageHeader } from '~/ui/page-header'
import { PasswordField } from '~/ui/password-field'
import { Section } from '~/ui/section'
import { ShownOnce } from '~/ui/dialogs/shown-once'
import { StateDot } from '~/ui/feedback/state-dot'
import { count } from '~/ui/text'
import { Note, Problems } from '~/ui/texts'
import { toastDone } from '~/ui/feedback/toast'

const TwoFactorQuery = graphql(`
  query TwoFactor {
    viewer {
      twoFactor {
        isEnabled
        isRequired
        recoveryCodes
      }
    }
  }
`)

/** The reader's second factor: off, being set up, or on. */
export function TwoFactor() {
  const { data, error, refetch } = useQuery(query(TwoFactorQuery, {}))
  const [codes, setCodes] = useState<readonly string[]>()
  const router = useRouter()
  const twoFactor = data?.viewer?.twoFactor

  function done() {
    setCodes(undefined)
    document.querySelector('h1')?.focus({ preventScroll: true })
    router.refresh()
  }

  return (
    <>
      <PageHeader title="Two-step sign-in" afterTitle={twoFactor && <State isOn={twoFactor.isEnabled} />} />
      <Stack gap="md" maw={720}>
        {error && !data && (
          <Failure title="Two-step sign-in could not be loaded" error={error} retry={refetch} />
        )}
        {twoFactor?.isRequired && !twoFactor.isEnabled && codes === undefined && (
          <Alert color="orange" title="Set up two-step sign-in first">
            This site requires it for your account. Set it up to open other pages.
          </Alert>
        )}
        {codes && (
          <Section title="Your recovery codes">
            <Focused>
              <ShownOnce label="Recovery codes" value={codes.join('\n')} copyLabel="Copy codes" onDone={done}>
                Two-step sign-in is on. Each of these codes signs you in once when you do not have your
                device. Keep them where you keep passwords: they are not shown again.
              </ShownOnce>
            </Focused>
          </Section>
        )}
        {!codes &&
          twoFactor &&
          (twoFactor.isEnabled ? <On {...twoFactor} onCodes={setCodes} /> : <Off onCodes={setCodes} />)}
      </Stack>
    </>
  )
}

const State = ({ isOn }: { isOn: boolean }) =>
  isOn ? <StateDot tone="good">On</StateDot> : <StateDot tone="idle">Off</StateDot>

/** Wrapper that takes the focus when it replaces a form, as a dialog would. */
function Focused({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  return <div ref={frame}>{children}</div>
}

type Codes = { onCodes: (codes: readonly string[]) => void }

function Off({ onCodes }: Codes) {
  const { user } = useViewer()
  const setUp = useChange('twoFactorSetUp')
  const enable = useChange('twoFactorEnable')
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
          <Note>
            After your password you enter a code from an authenticator app, so that a stolen password alone is
            not enough. Have the app on your phone ready.
          </Note>
          {/* Tells a password manager the account of this password. */}
          <input type="text" autoComplete="username" value={user.username} readOnly hidden />
          <ProofForm key="password" asks="password" submitLabel="Set up" onSubmit={begin} />
        </Stack>
      </Section>
    )
  return (
    <Section title="Add it to your app">
      <Stack gap="sm">
        <Text size="sm">Scan this with an authenticator app, or type the key into it.</Text>
        <QrCode text={made.uri} label="QR code for an authenticator app" />
        <CodeToCopy what="the key" text={made.secret} />
        <ProofForm key="code" asks="code" submitLabel="Turn on" onSubmit={finish} />
      </Stack>
    </Section>
  )
}

function On({ isRequired, recoveryCodes, onCodes }: Codes & { isRequired: boolean; recoveryCodes: number }) {
  const renew = useChange('twoFactorRecoveryCodesRenew')
  const disable = useChange('twoFactorDisable')

  async function makeCodes(currentPassword: string, code: string) {
    const { recoveryCodes: made, userErrors } = await renew.mutateAsync({ currentPassword, code })
    if (made) onCodes(made)
    return userErrors
  }

  async function turnOff(currentPassword: string, code: string) {
    const { userErrors } = await disable.mutateAsync({ currentPassword, code })
    if (userErrors.length === 0) toastDone('Two-step sign-in is off.')
    return userErrors
  }

  return (
    <>
      <Section title="Recovery codes">
        <Stack gap="sm">
          <Text size="sm">
            You have {count(recoveryCodes, 'recovery code')} left. Each signs you in once without your device;
            new codes replace them.
          </Text>
          <ProofForm asks="both" submitLabel="Create new codes" onSubmit={makeCodes} />
        </Stack>
      </Section>
      <Section title="Turn off">
        {isRequired ? (
          <Text size="sm">This site requires two-step sign-in for your account: you cannot turn it off.</Text>
        ) : (
          <Stack gap="sm">
            <Text size="sm">
              You then sign in with your password alone. Your recovery codes stop working.
            </Text>
            <ProofForm asks="both" submitLabel="Turn off" isDanger onSubmit={turnOff} />
          </Stack>
        )}
      </Section>
    </>
  )
}

/** Dark modules on white in both colour schemes, since cameras expect that. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width={200} height={200}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

type Props = {
  /** The code of an app that is being set up, the password, or with the second factor on both. */
  asks: 'code' | 'password' | 'both'
  submitLabel: string
  isDanger?: boolean
  /** Resolves to what was refused; a failure rejects and has been shown already. */
  onSubmit: (text: string, code: string) => Promise<readonly UserError[]>
}

const dangerous = { color: 'red', variant: 'light' }

/** A password or a code, or both, and what they let the reader do. */
function ProofForm({ asks, submitLabel, isDanger = false, onSubmit }: Props) {
  const field = asks === 'code' ? 'code' : 'currentPassword'
  const form = useRef<HTMLFormElement>(null)
  // It takes the place of the password, which had the focus.
  useEffect(() => {
    if (asks === 'code') form.current?.querySelector('input')?.focus()
  }, [asks])
  const ready = useHydrated()
  const [text, setText] = useState('')
  const [code, setCode] = useState('')
  const [pending, setPending] = useState(false)
  const [{ fields, rest }, setProblems] = useState(sortUserErrors([], () => false))

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setPending(true)
    const refused = await onSubmit(text, code).catch((): readonly UserError[] => [])
    setProblems(sortUserErrors(refused, (path) => path === field || (asks === 'both' && path === 'code')))
    setPending(false)
    setText('')
    setCode('')
    if (refused.length > 0) form.current?.querySelector('input')?.focus()
  }

  return (
    <form ref={form} method="post" onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Problems texts={rest} />
        <ProofInput field={field} value={text} onChange={setText} error={fields[field]} />
        {asks === 'both' && (
          <CodeField
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={fields['code']}
            maw={420}
          />
        )}
        <Group>
          <Button type="submit" loading={pending} disabled={!ready} {...(isDanger && dangerous)}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type InputProps = {
  field: 'code' | 'currentPassword'
  value: string
  onChange: (text: string) => void
  error: string | undefined
}

function ProofInput({ field, onChange, ...rest }: InputProps) {
  const input = {
    ...rest,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value),
    required: true,
    withAsterisk: false,
    maw: 420,
  }
  if (field === 'currentPassword')
    return <PasswordField label="Current password" autoComplete="current-password" {...input} />
  return (
    <TextInput
      label="Code that the app shows"
      description="Six digits. They change every 30 seconds."
      autoComplete="one-time-code"
      inputMode="numeric"
      spellCheck={false}
      {...input}
    />
  )
}
