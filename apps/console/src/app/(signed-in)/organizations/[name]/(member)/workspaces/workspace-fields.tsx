import { Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import type { FormValues } from './values'
import { VersionSelect } from './version-select'

export function WorkspaceFields({ form }: { form: UseFormReturnType<FormValues> }) {
  return (
    <Section title="Workspace">
      <Stack gap="md" maw={480}>
        <TextInput
          label="Name"
          description="Up to 64 letters, digits, - and _."
          {...plainText}
          {...form.getInputProps('name')}
        />
        <VersionSelect {...form.getInputProps('engineVersion')} />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxLength={1000}
          {...form.getInputProps('description')}
        />
      </Stack>
    </Section>
  )
}
