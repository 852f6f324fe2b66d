'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { graphql } from '../../../../../data/generated'
import type { EngineVersionFormFactsFragment } from '../../../../../data/generated/graphql'
import { request } from '../../../../../data/request'
import { paths } from '../../../../../paths'
import { StaleNotice } from '../../../../../shell/stale-notice'
import { Crumbs } from '../../../../../ui/crumbs'
import { PageHeader } from '../../../../../ui/page-header'
import { count } from '../../../../../ui/plural'
import { toastDone } from '../../../../../ui/toast'
import { useUpdateEngineVersion } from '../../changes'
import { EngineVersionForm } from '../../form/engine-version-form'
import { useEngineVersionForm } from '../../form/use-form'
import { labels, updateInputOf, valuesOf, type FormValues } from '../../form/values'

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
  const [base, setBase] = useState(found)
  const [stale, setStale] = useState(false)
  const form = useEngineVersionForm(valuesOf(found))
  const path = paths.engineVersion(found.id)

  async function save(values: FormValues) {
    const { engineVersion, userErrors } = await update.mutateAsync(
      updateInputOf(base, values, valuesOf(base)),
    )
    if (engineVersion) {
      form.resetDirty()
      toastDone(`${engineVersion.version} is saved.`)
      router.replace(path)
      return 'saved'
    }
    setStale(userErrors.some(({ code }) => code === 'STALE'))
    return userErrors.filter(({ code }) => code !== 'STALE')
  }

  return (
    <>
      <Crumbs
        trail={[
          { label: 'Engine versions', path: paths.engineVersions() },
          { label: found.version, path },
        ]}
      />
      <PageHeader title={`Edit ${found.version}`} />
      <EngineVersionForm
        form={form}
        submitLabel="Save changes"
        cancelPath={path}
        {...(found.usage > 0 && {
          versionHint: `A new number applies to the ${count(found.usage, 'workspace')} on it too.`,
        })}
        notice={
          <StaleNotice
            form={form}
            thing="version"
            labels={labels}
            base={base}
            valuesOf={valuesOf}
            stale={stale}
            load={async () => (await request(EngineVersionAnew, { id: base.id })).engineVersion}
            onLoaded={(theirs) => (setBase(theirs), setStale(false))}
          />
        }
        onSubmit={save}
      />
    </>
  )
}
