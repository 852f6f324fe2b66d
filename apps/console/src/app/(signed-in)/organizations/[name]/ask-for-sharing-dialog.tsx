'use client'

import { Modal, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { trimmed } from '~/data/update-input'
import { useChange } from '~/data/use-change'
import { DialogForm } from '~/shell/dialog-form'
import { plainText } from '~/ui/plain-text'
import { ReasonField } from '~/ui/reason-field'
import { Note } from '~/ui/texts'
import { useOrganization } from './own-organization'

type Props = { opened: boolean; onClose: () => void }

/** Asks the site administrators that another organization shares its modules with this one. */
export function AskForSharingDialog({ opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Ask for modules of another organization">
      <AskForm onClose={onClose} />
    </Modal>
  )
}

function AskForm({ onClose }: Pick<Props, 'onClose'>) {
  const { name } = useOrganization()
  const form = useForm({ initialValues: { producer: '', reason: '' } })
  const create = useChange('sharingRequestCreate')

  async function submit(values: { producer: string; reason: string }) {
    const { userErrors } = await create.mutateAsync({ organization: name, ...trimmed(values) })
    return userErrors.length > 0 ? userErrors : { done: 'Your request was sent.' }
  }

  return (
    <DialogForm form={form} submitLabel="Send request" noValidate onClose={onClose} onSubmit={submit}>
      <TextInput
        label="Organization or module"
        description={`The organization or module that ${name} wants to use, such as “globex” or “globex/network/aws”.`}
        maxLength={400}
        data-autofocus
        required
        {...plainText}
        {...form.getInputProps('producer')}
      />
      <ReasonField
        required
        description="The site administrators read it. Recorded in the audit log."
        {...form.getInputProps('reason')}
      />
      <Note>
        Names of organizations are secret, so this form does not say whether this one exists. Without an
        answer the request expires after 30 days.
      </Note>
    </DialogForm>
  )
}
