'use client'

import { Checkbox, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { RecordForm } from '~/shell/record-form'
import { useViewer } from '~/shell/viewer'
import { CodeField } from '~/ui/code-field'
import { NewPassword } from '~/ui/new-password'
import { PageHeader } from '~/ui/page-header'
import { PasswordField } from '~/ui/password-field'
import { Section } from '~/ui/section'
import { count } from '~/ui/text'
import { Note } from '~/ui/texts'

const PasswordFacts = graphql(`
  query PasswordFacts {
    viewer {
      tokens(page: { size: 1 }) {
        totalCount
      }
      twoFactor {
        isEnabled
      }
    }
  }
`)

const empty = { currentPassword: '', code: '', newPassword: '', repeated: '', endTokens: true }

/** Sentence with the number of tokens, once that is known, and why a person would end them. */
function aboutTokens(number: number | undefined): string {
  if (number === 0) return 'You have no tokens.'
  const rest = number === 1 ? 'It keeps working unless you end it' : 'They keep working unless you end them'
  return number === undefined ? `${rest}.` : `You have ${count(number, 'token')}. ${rest}.`
}

/** The reader's own password, changed by who knows the old one. */
export function Password() {
  const { user } = useViewer()
  const change = useChange('accountPasswordUpdate')
  const { data } = useQuery(query(PasswordFacts, {}))
  const asksCode = data?.viewer?.twoFactor.isEnabled ?? false
  const form = useForm({
    initialValues: empty,
    validate: {
      repeated: (text, { newPassword }) => (text === newPassword ? null : 'This is not the new password'),
    },
  })

  async function save({ currentPassword, code, newPassword, endTokens }: typeof empty) {
    const proof = { currentPassword, ...(asksCode && { code }) }
    const input = { ...proof, newPassword, keepTokens: !endTokens }
    const { userErrors } = await change.mutateAsync(input)
    if (userErrors.length > 0) return userErrors
    const ended = endTokens
      ? 'All other sessions and your tokens have ended.'
      : 'All other sessions have ended.'
    return { done: `Your password is changed. ${ended}`, path: paths.sessions() }
  }

  return (
    <>
      <PageHeader title="Password" />
      <RecordForm form={form} submitLabel="Change password" cancelPath={paths.overview()} onSubmit={save}>
        <Section title="Change your password">
          <Stack gap="md">
            <Note>You stay signed in here. All other sessions end at once and need the new password.</Note>
            {/* Tells a password manager the account of this password. */}
            <input type="text" autoComplete="username" value={user.username} readOnly hidden />
            <PasswordField
              label="Current password"
              maw={420}
              autoComplete="current-password"
              {...form.getInputProps('currentPassword')}
            />
            {asksCode && <CodeField maw={420} {...form.getInputProps('code')} />}
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
            <Checkbox
              label="End my tokens too"
              description={aboutTokens(data?.viewer?.tokens.totalCount)}
              {...form.getInputProps('endTokens', { type: 'checkbox' })}
            />
          </Stack>
        </Section>
      </RecordForm>
    </>
  )
}
