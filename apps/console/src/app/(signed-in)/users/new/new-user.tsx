'use client'

import { passwordMinimumLength } from '@engine/shared'
import { Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { RecordForm } from '~/shell/record-form'
import { Crumbs } from '~/ui/crumbs'
import { PageHeader } from '~/ui/page-header'
import { PasswordField } from '~/ui/password-field'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'

const empty = { username: '', email: '', password: '', isSiteAdmin: false }

export function NewUser() {
  const form = useForm({ initialValues: empty })
  const create = useChange('userCreate')

  async function save(values: typeof empty) {
    const person = { ...values, username: values.username.trim(), email: values.email.trim() }
    const { userErrors } = await create.mutateAsync(person)
    if (userErrors.length > 0) return userErrors
    return { done: `${person.username} is added.`, path: paths.users({ search: person.username }) }
  }

  return (
    <>
      <Crumbs trail={[{ label: 'Users', path: paths.users() }]} />
      <PageHeader title="New user" tab="New · Users" />
      <RecordForm form={form} submitLabel="Add user" cancelPath={paths.users()} onSubmit={save}>
        <Section title="Account">
          <Stack gap="md">
            <TextInput label="User name" maw={420} {...plainText} {...form.getInputProps('username')} />
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
              description="Full access to this site."
              {...form.getInputProps('isSiteAdmin', { type: 'checkbox' })}
            />
          </Stack>
        </Section>
      </RecordForm>
    </>
  )
}
