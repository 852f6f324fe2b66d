import { Alert, Checkbox, Radio, Skeleton, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import dynamic from 'next/dynamic'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { type Right, rights, visibilityWords } from './rights'
import type { FormValues } from './values'

// Not from the server: a field that is shown before its code has come would forget what is typed into it.
const SsoGroupField = dynamic(async () => (await import('./sso-group-field')).SsoGroupField, {
  ssr: false,
  loading: () => <Skeleton height={88} />,
})

type Props = {
  form: UseFormReturnType<FormValues>
  /** The owners may do everything, under this very name. */
  isOwners?: boolean
}

export function TeamFields({ form, isOwners = false }: Props) {
  return (
    <>
      <Section title="Team">
        <Stack gap="md" maw={480}>
          <TextInput
            label="Name"
            description={
              isOwners
                ? 'The owners team cannot be renamed.'
                : 'Up to 64 letters, digits, - and _, with blanks inside.'
            }
            readOnly={isOwners}
            {...(isOwners && { variant: 'filled' })}
            {...plainText}
            {...form.getInputProps('name')}
          />
          <Radio.Group label="Visibility" {...form.getInputProps('visibility')}>
            <Stack gap="xs" mt={6}>
              {(Object.keys(visibilityWords) as FormValues['visibility'][]).map((value) => (
                <Radio key={value} value={value} {...visibilityWords[value]} />
              ))}
            </Stack>
          </Radio.Group>
          <SsoGroupField form={form} />
        </Stack>
      </Section>
      <Section title="Rights">
        <Stack gap="md">
          {isOwners && (
            <Alert color="harbor">Owners have all rights in the organization. This cannot be changed.</Alert>
          )}
          {(Object.keys(rights) as Right[]).map((right) => (
            <Checkbox
              key={right}
              label={rights[right].label}
              description={rights[right].description}
              disabled={isOwners}
              {...form.getInputProps(right, { type: 'checkbox' })}
            />
          ))}
          {!isOwners && (
            <Checkbox
              label="Members can manage team tokens"
              description="Members create and revoke tokens with the team's rights. When off, only owners can."
              {...form.getInputProps('allowMemberTokenManagement', { type: 'checkbox' })}
            />
          )}
        </Stack>
      </Section>
    </>
  )
}
