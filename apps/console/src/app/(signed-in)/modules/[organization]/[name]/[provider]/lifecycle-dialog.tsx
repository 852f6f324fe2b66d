'use client'

import { Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { DeprecationStatus } from '~/data/generated/graphql'
import { type UserError } from '~/data/user-errors'
import { DialogForm } from '~/shell/dialog-form'
import { openDialog } from '~/ui/dialogs'
import type { FoundVersion } from './queries'

type Values = { reason: string; link: string }
type Save = (values: Values) => Promise<{ userErrors: readonly UserError[] }>

const texts = {
  DEPRECATED: {
    verb: 'Deprecate',
    done: 'is deprecated',
    means: 'It keeps working, and the CLI asks its users to upgrade. You can undo this.',
    placeholder: 'What is wrong with it, and what to use instead',
  },
  REVOKED: {
    verb: 'Revoke',
    done: 'is revoked',
    means:
      'From this moment it cannot be installed, not even where it is in use already: the next run there fails with your reason. It leaves all lists. You can undo it.',
    placeholder: 'Why it must not be used, and what to use instead',
  },
} as const

/** Asks why a version should not be used any more, and where to read on. */
export function askLifecycle(
  version: FoundVersion,
  status: DeprecationStatus,
  save: Save,
): void {
  void openDialog({
    title: `${texts[status].verb} ${version.version}?`,
    content: (close) => <LifecycleForm version={version} status={status} save={save} close={close} />,
  })
}

type Props = {
  version: FoundVersion
  status: DeprecationStatus
  save: Save
  close: () => void
}

function LifecycleForm({ version: { version, deprecation }, status, save, close }: Props) {
  const { verb, done, means, placeholder } = texts[status]
  const form = useForm<Values>({
    initialValues: { reason: deprecation?.reason ?? '', link: deprecation?.link ?? '' },
  })

  async function submit({ reason, link }: Values) {
    const { userErrors } = await save({ reason: reason.trim(), link: link.trim() })
    return userErrors.length > 0 ? userErrors.map(withoutPrefix) : { done: `${version} ${done}.` }
  }

  return (
    <DialogForm
      form={form}
      submitLabel={`${verb} ${version}`}
      danger={status === 'REVOKED'}
      onClose={close}
      onSubmit={submit}
    >
      <Text size="sm">{means}</Text>
      <Textarea
        label="Reason"
        description="Shown to all who use this version, and recorded in the audit log."
        placeholder={placeholder}
        autosize
        minRows={3}
        maxLength={1000}
        required
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <TextInput
        label="Where to read more (optional)"
        placeholder="https://…"
        inputMode="url"
        {...form.getInputProps('link')}
      />
    </DialogForm>
  )
}

/** The API speaks of `deprecation.link`; the form has no more than that. */
const withoutPrefix = (error: UserError): UserError =>
  error.field[0] === 'deprecation' ? { ...error, field: error.field.slice(1) } : error
