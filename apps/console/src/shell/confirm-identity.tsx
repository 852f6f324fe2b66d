'use client'

import { Anchor, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usePathname, useSearchParams } from 'next/navigation'
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { endConfirmation } from '../data/gates'
import { graphql } from '../data/generated'
import { query } from '../data/query'
import { request } from '../data/request'
import { listenToOtherTabs } from '../data/tabs'
import { sortUserErrors, type UserError } from '../data/user-errors'
import { singleSignOnStart } from '../paths'
import { CodeField } from '../ui/code-field'
import { Failure } from '../ui/feedback/failure'
import { PasswordField } from '../ui/password-field'
import { Problems } from '../ui/texts'
import { textsOf } from './credentials'
import { useViewer } from './viewer'

const Proofs = graphql(`
  query Proofs {
    viewer {
      hasPassword
      isSignInFresh
      twoFactor {
        isEnabled
      }
    }
  }
`)

/** Lies over the page while a change waits for a fresh sign-in, so that nothing typed below is lost. */
export function ConfirmIdentity({ opened }: { opened: boolean }) {
  const cancel = () => endConfirmation(false)
  // Escape is for this dialog alone, and not for the one below it.
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && cancel()
  return (
    <Modal
      opened={opened}
      onClose={cancel}
      onKeyDown={onKeyDown}
      title="Confirm that it is you"
      size="sm"
      zIndex={900}
      closeOnEscape={false}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close', ...keepsEscape }}
      attributes={{ header: { role: 'presentation' }, content: keepsEscape }}
    >
      <Stack gap="sm">
        <Text size="sm">This needs a fresh sign-in. What you typed is still here.</Text>
        <Ways onCancel={cancel} />
      </Stack>
    </Modal>
  )
}

/** Ways in which this person can confirm their identity. */
function Ways({ onCancel }: { onCancel: () => void }) {
  const { singleSignOn } = useViewer()
  const { data, error, refetch } = useQuery({ ...query(Proofs, {}), staleTime: 0 })
  useOtherTab(async () => (await refetch()).data?.viewer?.isSignInFresh ?? false)
  if (error) return <Failure title="This could not be loaded" error={error} retry={refetch} />
  if (!data?.viewer) return <Loader size="sm" />
  const { hasPassword, twoFactor } = data.viewer
  return (
    <>
      {hasPassword && (
        <ConfirmIdentityForm
          asksCode={twoFactor.isEnabled}
          onConfirmed={() => endConfirmation(true)}
          onCancel={onCancel}
        />
      )}
      {singleSignOn && <BySingleSignOn name={singleSignOn.name} isSecond={hasPassword} />}
      {!hasPassword && !singleSignOn && (
        <Text size="sm">Your account has no password. Sign out and in again, then do this once more.</Text>
      )}
      {!hasPassword && (
        <Button variant="default" onClick={onCancel} {...keepsEscape}>
          Cancel
        </Button>
      )}
    </>
  )
}

function BySingleSignOn({ name, isSecond }: { name: string; isSecond: boolean }) {
  const main = useRef<HTMLAnchorElement>(null)
  // The ways are known a little after the dialog has taken the focus.
  useEffect(() => main.current?.focus(), [])
  const search = useSearchParams().toString()
  const here = usePathname() + (search === '' ? '' : `?${search}`)
  const link = { href: singleSignOnStart(here, { asksAgain: true }), target: '_blank', ...keepsEscape }
  if (!isSecond)
    return (
      <>
        <Text size="sm">
          Sign in with {name} once more, in a new tab. This page then continues by itself.
        </Text>
        <Button ref={main} component="a" {...link} data-autofocus>
          Continue with {name}
        </Button>
      </>
    )
  return (
    <Text size="xs">
      No password?{' '}
      <Anchor inherit underline="always" {...link}>
        Continue with {name} in a new tab
      </Anchor>
      .
    </Text>
  )
}

/** Resumes here when the person signs in again in another tab, which renews this tab's session too. */
function useOtherTab(isFresh: () => Promise<boolean>): void {
  const { user } = useViewer()
  useEffect(() =>
    listenToOtherTabs((news) => {
      if (news.kind !== 'signed-in' || news.userId !== user.id) return
      void isFresh().then((found) => found && endConfirmation(true))
    }),
  )
}

const SessionReauthenticate = graphql(`
  mutation SessionReauthenticate($input: SessionReauthenticateInput!) {
    sessionReauthenticate(input: $input) {
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

/** Props of a focusable element that keep Escape from the dialogs below. */
export const keepsEscape = { 'data-mantine-stop-propagation': 'true' } as const

type Props = { asksCode: boolean; onConfirmed: () => void; onCancel: () => void }

/** The password, and a code where the second factor is on. */
export function ConfirmIdentityForm({ asksCode, onConfirmed, onCancel }: Props) {
  const element = useRef<HTMLFormElement>(null)
  // It comes a little after the dialog has taken the focus.
  useEffect(() => element.current?.querySelector('input')?.focus(), [])
  const [pending, setPending] = useState(false)
  const [{ fields, rest }, setProblems] = useState(sortUserErrors([], () => false))

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    // The dialog may lie over a form, to which its events bubble.
    event.stopPropagation()
    event.preventDefault()
    const texts = textsOf(event.currentTarget)
    setPending(true)
    const userErrors = await prove(texts)
    setPending(false)
    if (userErrors.length === 0) return onConfirmed()
    setProblems(sortUserErrors(userErrors, (path) => path in texts))
    const wrong = userErrors.some(({ field }) => field[0] === 'code') ? 'code' : 'currentPassword'
    element.current?.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.select()
  }

  return (
    <form ref={element} method="post" onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Problems texts={rest} />
        <PasswordField
          name="currentPassword"
          label="Current password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          error={fields['currentPassword']}
          visibilityToggleButtonProps={keepsEscape}
          {...keepsEscape}
        />
        {asksCode && <CodeField error={fields['code']} {...keepsEscape} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel} {...keepsEscape}>
            Cancel
          </Button>
          <Button type="submit" loading={pending} {...keepsEscape}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A failure reads like a refusal of the whole. */
async function prove({ currentPassword = '', code }: Record<string, string>): Promise<readonly UserError[]> {
  try {
    const input = { currentPassword, ...(code !== undefined && { code }) }
    return (await request(SessionReauthenticate, { input })).sessionReauthenticate.userErrors
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return [{ field: [], code: 'INVALID', message }]
  }
}
