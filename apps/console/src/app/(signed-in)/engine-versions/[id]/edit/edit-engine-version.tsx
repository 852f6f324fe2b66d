'use client'

import { useRouter } from 'next/navigation'
import { graphql } from '~/data/generated'
import type { EngineVersionFormFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { Crumbs } from '~/ui/crumbs'
import { PageHeader } from '~/ui/page-header'
import { count } from '~/ui/plural'
import { toastDone } from '~/ui/toast'
import { useUpdateEngineVersion } from '~/app/(signed-in)/engine-versions/changes'
import { EngineVersionFields, hasInput } from '~/app/(signed-in)/engine-versions/form/engine-version-fields'
import { labels, updateInputOf, validation, valuesOf } from '~/app/(signed-in)/engine-versions/form/values'

const EngineVersionAnew = graphql(`
  query EngineVersionAnew($id: ID!) {
    engineVersion(id: $id) {
      ...EngineVersionFormFacts
    }
  }
`)

export function EditEngineVersion({ found }: { found: EngineVersionFormFactsFragment }) {
  const router = useRouter()
  const update = useUpdateEngineVersion()
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
      <PageHeader title={`Edit ${found.version}`} />
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
          const { engineVersion, userErrors } = await update.mutateAsync(input)
          if (engineVersion) toastDone(`${engineVersion.version} is saved.`)
          return userErrors
        }}
        onSaved={() => router.replace(path)}
        load={async () => (await request(EngineVersionAnew, { id: found.id })).engineVersion}
      >
        {(form) => <EngineVersionFields form={form} versionHint={versionHint} />}
      </EditForm>
    </>
  )
}
