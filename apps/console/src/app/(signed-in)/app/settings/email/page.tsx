'use client'

import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import type { MyEmailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { request } from '~/data/request'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { RecordForm } from '~/shell/record-form'
import { useViewer } from '~/shell/viewer'
import { PageHeader } from '~/ui/page-header'
import { CodeField } from '~/ui/code-field'
import { PasswordField } from '~/ui/password-field'
import { Section } from '~/ui/section'
import { StateDot } from '~/ui/feedback/state-dot'
import { Note, Nothing } from '~/ui/texts'
import { toastDone, toastFailure } from '~/ui/feedback/toast'

const MyEmail = graphql(`
  query MyEmail {
    viewer {
      account {
        email
        emailVerified
        unconfirmedEmail
        canConfirmEmail
      }
      twoFactor {
        isEnabled
      }
    }
  }
`)

const AccountUpdate = graphql(`
  mutation AccountUpdate($input: AccountUpdateInput!) {
    accountUpdate(input: $input) {
      account {
        email
        unconfirmedEmail
      }
    }
  }
`)

const EmailConfirmationSend = graphql(`
  mutation EmailConfirmationSend {
    accountEmailConfirmationSend {
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

type Account = NonNullable<MyEmailQuery['viewer']>['account']

const empty = { email: '', currentPassword: '', code: '' }

/** The reader's own address: whether it is verified, and another one in its place. */
export default function EmailPage() {
  const { singleSignOn } = useViewer()
  const { data, refetch } = useQuery(query(MyEmail, {}))
  const account = data?.viewer?.account
  const asksCode = data?.viewer?.twoFactor.isEnabled ?? false
  const change = useChange(AccountUpdate)
  const form = useForm({ initialValues: empty })

  async function save({ email, currentPassword, code }: typeof empty) {
    const proof = { ...(currentPassword !== '' && { currentPassword }), ...(code !== '' && { code }) }
    const input = { email: email.trim(), ...proof }
    const { account: changed, userErrors } = await change.mutateAsync(input)
    if (userErrors.length > 0) return userErrors
    form.reset()
    toastDone(
      changed?.unconfirmedEmail
        ? `Confirmation sent to ${changed.unconfirmedEmail}. Open its link to confirm the address.`
        : 'Your address is changed.',
    )
    // The page stays, and shows what became of it.
    return []
  }

  return (
    <>
      <PageHeader title="E-mail address" />
      <Stack gap="md" maw={720}>
        {account && <Present account={account} onSent={() => void refetch()} />}
        <RecordForm form={form} submitLabel="Change address" cancelPath={paths.overview()} onSubmit={save}>
          <Section title="Change your address">
            <Stack gap="md" maw={420}>
              <TextInput
                label="New address"
                type="email"
                autoComplete="email"
                {...form.getInputProps('email')}
              />
              <PasswordField
                label="Current password"
                {...(singleSignOn && { description: 'Leave it empty if you have none.' })}
                autoComplete="current-password"
                {...form.getInputProps('currentPassword')}
              />
              {asksCode && <CodeField {...form.getInputProps('code')} />}
            </Stack>
          </Section>
        </RecordForm>
      </Stack>
    </>
  )
}

function Present({ account, onSent }: { account: Account; onSent: () => void }) {
  const { email, emailVerified, unconfirmedEmail, canConfirmEmail } = account
  return (
    <Section title="Your address">
      <Stack gap="sm" align="flex-start">
        <Group gap={8}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {email ?? <Nothing />}
          </Text>
          {email !== null && (
            <StateDot tone={emailVerified ? 'good' : 'warning'}>
              {emailVerified ? 'Verified' : 'Not verified'}
            </StateDot>
          )}
        </Group>
        {unconfirmedEmail !== null && (
          <Text size="sm">
            {unconfirmedEmail} takes its place once you open the link in the mail to it. The link works for 24
            hours.
          </Text>
        )}
        {!emailVerified && (
          <Note>
            You sign in with your user name. Invitations to your address appear here once it is verified.
          </Note>
        )}
        {canConfirmEmail && <SendButton onSent={onSent} />}
      </Stack>
    </Section>
  )
}

function SendButton({ onSent }: { onSent: () => void }) {
  const [pending, setPending] = useState(false)
  const run = async () => {
    setPending(true)
    const answer = await request(EmailConfirmationSend, {}).finally(() => setPending(false))
    const { userErrors } = answer.accountEmailConfirmationSend
    if (userErrors.length > 0)
      return toastFailure(new Error(userErrors.map(({ message }) => message).join('. ')))
    toastDone('Confirmation sent.')
    onSent()
  }
  return (
    <Button variant="default" size="xs" loading={pending} onClick={() => void run().catch(toastFailure)}>
      Send confirmation mail
    </Button>
  )
}
