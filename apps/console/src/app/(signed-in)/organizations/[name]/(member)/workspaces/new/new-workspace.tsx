'use client'

import { useForm } from '@mantine/form'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import { trimmed } from '~/data/update-input'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { RecordForm } from '~/shell/record-form'
import { PageHeader } from '~/ui/page-header'
import { emptyValues, type FormValues, validation } from '../values'
import { WorkspaceFields } from '../workspace-form'

const WorkspaceCreate = graphql(`
  mutation WorkspaceCreate($input: WorkspaceCreateInput!) {
    workspaceCreate(input: $input) {
      workspace {
        name
        engineVersion
      }
    }
  }
`)

export function NewWorkspace() {
  const { name: organization } = useOrganization()
  const create = useChange(WorkspaceCreate)
  const form = useForm<FormValues>({ initialValues: emptyValues, validate: validation })

  async function save(values: FormValues) {
    const { description, ...rest } = trimmed(values)
    const { workspace, userErrors } = await create.mutateAsync({
      ...rest,
      organization,
      description: description || null,
    })
    if (!workspace) return userErrors
    return {
      done: `${workspace.name} is created, on ${workspace.engineVersion}.`,
      path: paths.workspaces(organization),
    }
  }

  return (
    <>
      <PageHeader title="New workspace" tab={`New · Workspaces · ${organization}`} />
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
