'use client'

import { useRouter } from 'next/navigation'
import type { WorkspaceFormFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { PageHeader } from '~/ui/page-header'
import { toastDone } from '~/ui/toast'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { useUpdateWorkspace } from '../changes'
import { labels, updateInputOf, validation, valuesOf } from '../values'
import { WorkspaceFields } from '../workspace-fields'
import { WorkspaceFormQuery } from './queries'

export function EditWorkspace({ found }: { found: WorkspaceFormFactsFragment }) {
  const router = useRouter()
  const { name: organization } = useOrganization()
  const update = useUpdateWorkspace()
  const path = paths.workspaces(organization)
  return (
    <>
      <PageHeader title={`Edit ${found.name}`} />
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
          if (workspace) toastDone(`${workspace.name} is saved, on ${workspace.engineVersion}.`)
          return userErrors
        }}
        onSaved={() => router.replace(path)}
        load={async () => (await request(WorkspaceFormQuery, { id: found.id })).workspace}
      >
        {(form) => <WorkspaceFields form={form} />}
      </EditForm>
    </>
  )
}
