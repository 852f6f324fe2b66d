'use client'

import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRouter } from 'next/navigation'
import { graphql } from '../../../../../data/generated'
import { useChange } from '../../../../../data/use-change'
import { paths } from '../../../../../paths'
import { RecordForm } from '../../../../../shell/record-form'
import { useViewer } from '../../../../../shell/viewer'
import { NewPassword } from '../../../../../ui/new-password'
import { PageHeader } from '../../../../../ui/page-header'
import { PasswordField } from '../../../../../ui/password-field'
import { Section } from '../../../../../ui/section'
import { toastDone } from '../../../../../ui/toast'

const AccountPasswordUpdate = graphql(`
  mutation AccountPasswordUpdate($input: AccountPasswordUpdateInput!) {
    accountPasswordUpdate(input: $input) {
      account {
        id
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const empty = { currentPassword: '', newPassword: '', repeated: '' }

/** The reader's own password, changed by who knows the old one. */
export function Password() {
  const { user } = useViewer()
  const router = useRouter()
  const change = useChange(AccountPasswordUpdate)
  const form = useForm({
    initialValues: empty,
    validate: {
      repeated: (text, { newPassword }) => (text === newPassword ? null : 'This is not the new password'),
    },
  })

  async function save({ currentPassword, newPassword }: typeof empty) {
    const { userErrors } = await change.mutateAsync({ currentPassword, newPassword })
    if (userErrors.length > 0) return userErrors
    form.resetDirty()
    toastDone('Your password is changed. All other sessions have ended.')
    router.push(paths.sessions())
    return 'saved'
  }

  return (
    <>
      <PageHeader title="Password" />
      <RecordForm form={form} submitLabel="Change password" cancelPath={paths.overview()} onSubmit={save}>
        <Section title="Change your password">
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              You stay signed in here. Everywhere else the new password is asked for, at once. Your tokens
              stay.
            </Text>
            {/* Tells a password manager whose password this is. */}
            <input type="text" autoComplete="username" value={user.username} readOnly hidden />
            <PasswordField
              label="Current password"
              maw={420}
              autoComplete="current-password"
              {...form.getInputProps('currentPassword')}
            />
            <NewPassword
              label="New password"
              maw={420}
              {...form.getInputProps('newPassword')}
              value={form.values.newPassword}
            />
            <PasswordField
              label="New password, repeated"
              maw={420}
              autoComplete="new-password"
              {...form.getInputProps('repeated')}
            />
          </Stack>
        </Section>
      </RecordForm>
    </>
  )
}
