'use client'

import { useForm } from '@mantine/form'
import { useRouter } from 'next/navigation'
import { paths } from '~/paths'
import { RecordForm } from '~/shell/record-form'
import { PageHeader } from '~/ui/page-header'
import { toastDone } from '~/ui/toast'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { useCreateWorkspace } from '../changes'
import { emptyValues, tidied, validation, type FormValues } from '../values'
import { WorkspaceFields } from '../workspace-fields'

export function NewWorkspace() {
  const router = useRouter()
  const { name: organization } = useOrganization()
  const create = useCreateWorkspace()
  const form = useForm<FormValues>({ initialValues: emptyValues, validate: validation })

  async function save(values: FormValues) {
    const { description, ...rest } = tidied(values)
    const { workspace, userErrors } = await create.mutateAsync({
      ...rest,
      organization,
      description: description || null,
    })
    if (!workspace) return userErrors
    form.resetDirty()
    toastDone(`${workspace.name} is created, on ${workspace.engineVersion}.`)
    router.replace(paths.workspaces(organization))
    return 'saved'
  }

  return (
    <>
      <PageHeader title="New workspace" />
      <RecordForm
        form={form}
        submitLabel="Create workspace"
        cancelPath={paths.workspaces(organization)}
        onSubmit={save}
      >
        <WorkspaceFields form={form} />
      </RecordForm>
    </>
  )
}
