'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { EngineVersionFormFactsFragment } from '../../../../../data/generated/graphql'
import { paths } from '../../../../../paths'
import { Crumbs } from '../../../../../ui/crumbs'
import { PageHeader } from '../../../../../ui/page-header'
import { count } from '../../../../../ui/plural'
import { toastDone } from '../../../../../ui/toast'
import { useUpdateEngineVersion } from '../../changes'
import { EngineVersionForm } from '../../form/engine-version-form'
import { useEngineVersionForm } from '../../form/use-form'
import { updateInputOf, valuesOf, type FormValues } from '../../form/values'
import { StaleNotice } from './stale-notice'

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
          versionHint: `A new number holds for the ${count(found.usage, 'workspace')} on it too.`,
        })}
        notice={
          <StaleNotice
            form={form}
            base={base}
            stale={stale}
            onLoaded={(theirs) => (setBase(theirs), setStale(false))}
          />
        }
        onSubmit={save}
      />
    </>
  )
}
