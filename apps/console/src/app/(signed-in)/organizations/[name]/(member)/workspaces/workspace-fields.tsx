import { Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import type { FormValues } from './values'

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
        <TextInput
          label="Engine version"
          description="An exact version, such as 1.11.4, or latest: the newest release that is enabled now."
          {...plainText}
          {...form.getInputProps('engineVersion')}
        />
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
