'use client'

import { EngineVersionFields, hasInput } from '~/app/(signed-in)/engine-versions/form/engine-version-fields'
import {
  EngineVersionToEdit,
  labels,
  updateInputOf,
  validation,
  valuesOf,
} from '~/app/(signed-in)/engine-versions/form/values'
import type { EngineVersionFormFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { Crumbs } from '~/ui/crumbs'
import { PageHeader } from '~/ui/page-header'
import { count } from '~/ui/text'

export function EditEngineVersion({ found }: { found: EngineVersionFormFactsFragment }) {
  const update = useChange('engineVersionUpdate')
  const path = paths.engineVersion(found.id)
  const versionHint =
    found.usage > 0 ? `A new number holds for the ${count(found.usage, 'workspace')} on it too.` : undefined

  return (
    <>
      <Crumbs
        trail={[
          { label: 'Engine versions', path: paths.engineVersions() },
          { label: found.version, path },
        ]}
      />
      <PageHeader title={`Edit ${found.version}`} tab={`Edit ${found.version} · Engine versions`} />
      <EditForm
        thing="version"
        labels={labels}
        found={found}
        valuesOf={valuesOf}
        validate={validation}
        hasInput={hasInput}
        submitLabel="Save changes"
        cancelPath={path}
        save={async (base, values) => {
          const input = updateInputOf(base, values, valuesOf(base))
          const { userErrors } = await update.mutateAsync(input)
          return userErrors.length > 0 ? userErrors : { done: `${values.version.trim()} is saved.`, path }
        }}
        load={async () => (await request(EngineVersionToEdit, { id: found.id })).engineVersion}
      >
        {(form) => <EngineVersionFields form={form} versionHint={versionHint} />}
      </EditForm>
    </>
  )
}
