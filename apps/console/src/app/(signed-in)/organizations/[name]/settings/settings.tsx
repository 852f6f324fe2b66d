'use client'

import { useForm } from '@mantine/form'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { OrganizationSettingsFactsFragment } from '../../../../../data/generated/graphql'
import { request } from '../../../../../data/request'
import { paths } from '../../../../../paths'
import { RecordForm } from '../../../../../shell/record-form'
import { StaleNotice } from '../../../../../shell/stale-notice'
import { Crumbs } from '../../../../../ui/crumbs'
import { PageHeader } from '../../../../../ui/page-header'
import { toastDone } from '../../../../../ui/toast'
import { useUpdateOrganization } from '../../changes'
import { OrganizationSettingsQuery } from './queries'
import { SettingsFields } from './settings-fields'
import { labels, updateInputOf, validation, valuesOf, type FormValues } from './values'

/** What site administrators decide about an organization. */
export function OrganizationSettings({ found }: { found: OrganizationSettingsFactsFragment }) {
  const router = useRouter()
  const update = useUpdateOrganization()
  const [base, setBase] = useState(found)
  const [stale, setStale] = useState(false)
  const form = useForm<FormValues>({ initialValues: valuesOf(found), validate: validation })
  const path = paths.organization(found.name)

  async function save(values: FormValues) {
    const { organization, userErrors } = await update.mutateAsync(updateInputOf(base, values, valuesOf(base)))
    if (organization) {
      form.resetDirty()
      toastDone(`The settings of ${found.name} are saved.`)
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
          { label: 'Organizations', path: paths.organizations() },
          { label: found.name, path },
        ]}
      />
      <PageHeader title={`Settings of ${found.name}`} />
      <RecordForm
        form={form}
        submitLabel="Save settings"
        cancelPath={path}
        notice={
          <StaleNotice
            form={form}
            thing="organization"
            labels={labels}
            base={base}
            valuesOf={valuesOf}
            stale={stale}
            load={async () =>
              (await request(OrganizationSettingsQuery, { name: found.name })).siteOrganization
            }
            onLoaded={(theirs) => (setBase(theirs), setStale(false))}
          />
        }
        onSubmit={save}
      >
        <SettingsFields form={form} organization={base} />
      </RecordForm>
    </>
  )
}
