'use client'

import { Modal, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { graphql } from '~/data/generated'
import type { PublicProvidersStartQuery } from '~/data/generated/graphql'
import { trimmed } from '~/data/update-input'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { DialogForm } from '~/shell/dialog-form'
import { useRouter } from '~/ui/navigation'
import { plainText } from '~/ui/plain-text'
import { Note } from '~/ui/texts'
import { toastDone } from '~/ui/feedback/toast'
import { nameOf } from './words'

const PublicProviderCreate = graphql(`
  mutation PublicProviderCreate($input: SitePublicProviderCreateInput!) {
    sitePublicProviderCreate(input: $input) {
      publicProvider {
        id
      }
    }
  }
`)

type Props = {
  settings: PublicProvidersStartQuery['publicProviderSettings']
  opened: boolean
  onClose: () => void
}

/** Looks at a provider before it was asked for. */
export const AddDialog = ({ opened, ...form }: Props) => (
  <Modal opened={opened} onClose={form.onClose} title="Add a provider">
    <AddForm {...form} />
  </Modal>
)

function AddForm({ settings, onClose }: Omit<Props, 'opened'>) {
  const router = useRouter()
  const hosts = settings.origins.filter(({ isSealed }) => !isSealed).map(({ host }) => host)
  const form = useForm({
    initialValues: { origin: settings.mainOrigin ?? hosts[0] ?? '', namespace: '', name: '' },
  })
  const create = useChange(PublicProviderCreate)

  async function submit(values: { origin: string; namespace: string; name: string }) {
    const input = trimmed(values)
    const { publicProvider, userErrors } = await create.mutateAsync(input)
    if (publicProvider) {
      // In place of the dialog, which is open by the address.
      router.replace(paths.sitePublicProvider(publicProvider.id))
      toastDone(`${nameOf(input)} is added.`)
    }
    return userErrors
  }

  return (
    <DialogForm form={form} submitLabel="Add provider" onClose={onClose} onSubmit={submit}>
      <NativeSelect label="Origin" data={hosts} {...form.getInputProps('origin')} />
      <TextInput label="Namespace" data-autofocus {...plainText} {...form.getInputProps('namespace')} />
      <TextInput label="Name" {...plainText} {...form.getInputProps('name')} />
      <Note>The platform first syncs its newest versions, which may take some seconds.</Note>
    </DialogForm>
  )
}
