'use client'

import { graphql } from '~/data/generated'
import type { WorkspaceFormFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { PageHeader } from '~/ui/page-header'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import {
  labels,
  updateInputOf,
  validation,
  valuesOf,
  WorkspaceFormQuery,
} from '~/app/(signed-in)/organizations/[name]/(member)/workspaces/values'
import { WorkspaceFields } from '~/app/(signed-in)/organizations/[name]/(member)/workspaces/workspace-fields'

const WorkspaceUpdate = graphql(`
  mutation WorkspaceUpdate($input: WorkspaceUpdateInput!) {
    workspaceUpdate(input: $input) {
      workspace {
        name
        engineVersion
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

export function EditWorkspace({ found }: { found: WorkspaceFormFactsFragment }) {
  const { name: organization } = useOrganization()
  const update = useChange(WorkspaceUpdate)
  const path = paths.workspace(organization, found.id)
  return (
    <>
      <PageHeader title={`Edit ${found.name}`} tab={`Edit · Workspaces · ${organization}`} />
      <EditForm
        thing="workspace"
        labels={labels}
        found={found}
        valuesOf={valuesOf}
        validate={validation}
        submitLabel="Save workspace"
        cancelPath={path}
        save={async (base, values) => {
          const { workspace, userErrors } = await update.mutateAsync(updateInputOf(base, values))
          if (!workspace) return userErrors
          return { done: `${workspace.name} is saved, on ${workspace.engineVersion}.`, path }
        }}
        load={async () => (await request(WorkspaceFormQuery, { id: found.id })).workspace}
      >
        {(form) => <WorkspaceFields form={form} />}
      </EditForm>
    </>
  )
}
