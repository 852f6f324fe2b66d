'use client'

import { useForm } from '@mantine/form'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { WorkspaceFormFactsFragment } from '../../../../../../../data/generated/graphql'
import { request } from '../../../../../../../data/request'
import { paths } from '../../../../../../../paths'
import { RecordForm } from '../../../../../../../shell/record-form'
import { StaleNotice } from '../../../../../../../shell/stale-notice'
import { PageHeader } from '../../../../../../../ui/page-header'
import { toastDone } from '../../../../../../../ui/toast'
import { useOrganization } from '../../../own-organization'
import { useUpdateWorkspace } from '../changes'
import { labels, updateInputOf, validation, valuesOf, type FormValues } from '../values'
import { WorkspaceFields } from '../workspace-fields'
import { WorkspaceFormQuery } from './queries'

export function EditWorkspace({ found }: { found: WorkspaceFormFactsFragment }) {
  const router = useRouter()
  const { name: organization } = useOrganization()
  const update = useUpdateWorkspace()
  const [base, setBase] = useState(found)
  const [stale, setStale] = useState(false)
  const form = useForm<FormValues>({ initialValues: valuesOf(found), validate: validation })
  const path = paths.workspaces(organization)

  async function save(values: FormValues) {
    const { workspace, userErrors } = await update.mutateAsync(updateInputOf(base, values))
    if (workspace) {
      form.resetDirty()
      toastDone(`${workspace.name} is saved, on ${workspace.engineVersion}.`)
      router.replace(path)
      return 'saved'
    }
    setStale(userErrors.some(({ code }) => code === 'STALE'))
    return userErrors.filter(({ code }) => code !== 'STALE')
  }

  return (
    <>
      <PageHeader title={`Edit ${found.name}`} />
      <RecordForm
        form={form}
        submitLabel="Save workspace"
        cancelPath={path}
        notice={
          <StaleNotice
            form={form}
            thing="workspace"
            labels={labels}
            base={base}
            valuesOf={valuesOf}
            stale={stale}
            load={async () => (await request(WorkspaceFormQuery, { id: found.id })).workspace}
            onLoaded={(theirs) => (setBase(theirs), setStale(false))}
          />
        }
        onSubmit={save}
      >
        <WorkspaceFields form={form} />
      </RecordForm>
    </>
  )
}
