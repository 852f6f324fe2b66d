'use client'

import { passwordMinimumLength } from '@engine/shared'
import { Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRouter } from 'next/navigation'
import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { RecordForm } from '~/shell/record-form'
import { Crumbs } from '~/ui/crumbs'
import { PageHeader } from '~/ui/page-header'
import { PasswordField } from '~/ui/password-field'
import { Section } from '~/ui/section'
import { toastDone } from '~/ui/toast'
import { userAreas } from '../changes'

const UserCreate = graphql(`
  mutation UserCreate($input: UserCreateInput!) {
    userCreate(input: $input) {
      user {
        id
        username
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const empty = { username: '', email: '', password: '', isSiteAdmin: false }

export function NewUser() {
  const router = useRouter()
  const form = useForm({ initialValues: empty })
  const create = useChange(UserCreate, userAreas)

  async function save(values: typeof empty) {
    const person = { ...values, username: values.username.trim(), email: values.email.trim() }
    const { user, userErrors } = await create.mutateAsync(person)
    if (!user) return userErrors
    form.resetDirty()
    toastDone(`${user.username} is added.`)
    router.replace(paths.users({ search: user.username }))
    return 'saved'
  }

  return (
    <>
      <Crumbs trail={[{ label: 'Users', path: paths.users() }]} />
      <PageHeader title="New user" />
      <RecordForm form={form} submitLabel="Add user" cancelPath={paths.users()} onSubmit={save}>
        <Section title="Account">
          <Stack gap="md">
            <TextInput
              label="User name"
              maw={420}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...form.getInputProps('username')}
            />
            <TextInput
              label="E-mail"
              type="email"
              maw={420}
              autoComplete="off"
              {...form.getInputProps('email')}
            />
            <PasswordField
              label="First password"
              description={`At least ${passwordMinimumLength} characters. Instead, a link can be made afterwards.`}
              maw={420}
              autoComplete="new-password"
              {...form.getInputProps('password')}
            />
            <Switch
              label="Administrator"
              description="May do everything on this site."
              {...form.getInputProps('isSiteAdmin', { type: 'checkbox' })}
            />
          </Stack>
        </Section>
      </RecordForm>
    </>
  )
}
