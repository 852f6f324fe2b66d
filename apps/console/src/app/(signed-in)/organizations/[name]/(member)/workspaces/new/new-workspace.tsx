'use client'

import { useForm } from '@mantine/form'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import { trimmed } from '~/data/update-input'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { RecordForm } from '~/shell/record-form'
import { PageHeader } from '~/ui/page-header'
import { type FormValues, validation } from '../values'
import { WorkspaceFields } from '../workspace-form'
import { NoVersion } from './no-version'

const WorkspaceCreate = graphql(`
  mutation WorkspaceCreate($input: WorkspaceCreateInput!) {
    workspaceCreate(input: $input) {
      workspace {
        name
        resolvedEngineVersion
      }
    }
  }
`)

type Props = {
  /** True if workspaces of this organization can use any version, and whether one of them is the latest. */
  hasVersions: boolean
  hasLatest: boolean
}

export function NewWorkspace({ hasVersions, hasLatest }: Props) {
  const { name: organization } = useOrganization()
  const create = useChange(WorkspaceCreate)
  const form = useForm<FormValues>({
    initialValues: { name: '', engineVersion: hasLatest ? 'latest' : '', description: '' },
    validate: validation,
  })

  async function save(values: FormValues) {
    const { description, ...rest } = trimmed(values)
    const { workspace, userErrors } = await create.mutateAsync({
      ...rest,
      organization,
      description: description || null,
    })
    if (!workspace) return userErrors
    return {
      done: `${workspace.name} is created, on ${workspace.resolvedEngineVersion}.`,
      path: paths.workspaces(organization),
    }
  }

  return (
    <>
      <PageHeader title="New workspace" tab={`New · Workspaces · ${organization}`} />
      <RecordForm
        form={form}
        submitLabel="Create workspace"
        disabledReason={hasVersions ? undefined : 'A workspace needs an engine version, and none is enabled.'}
        cancelPath={paths.workspaces(organization)}
        onSubmit={save}
      >
        <WorkspaceFields form={form} noVersion={hasVersions ? undefined : <NoVersion />} />
      </RecordForm>
    </>
  )
}
