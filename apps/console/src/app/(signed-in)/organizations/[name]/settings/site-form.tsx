'use client'

import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import type { SiteSettingsFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { updateInputOf } from '~/data/update-input'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { PageHeader } from '~/ui/page-header'
import { type FormValues, labels, SiteSettingsQuery, tidied, validation, valuesOf } from './site-values'

export type SiteForm = UseFormReturnType<FormValues>

type Props = {
  /** `Limits`: title of the page, and name of what is saved. */
  title: string
  found: SiteSettingsFactsFragment
  children: (form: SiteForm, base: SiteSettingsFactsFragment) => ReactNode
}

/** Form of some settings of an organization that site administrators decide. */
export function SiteSettingsForm({ title, found, children }: Props) {
  const update = useChange('siteOrganizationUpdate')
  const path = paths.organization(found.name)
  const what = title.toLowerCase()
  return (
    <>
      <PageHeader title={title} tab={`${title} · Settings · ${found.name}`} />
      <EditForm
        thing="organization"
        labels={labels}
        found={found}
        valuesOf={valuesOf}
        validate={validation}
        submitLabel={`Save ${what}`}
        cancelPath={path}
        save={async (base, values) => {
          const { userErrors } = await update.mutateAsync(updateInputOf(base, tidied(values), valuesOf(base)))
          return userErrors.length > 0
            ? userErrors
            : { done: `The ${what} of ${found.name} are saved.`, path }
        }}
        load={async () => (await request(SiteSettingsQuery, { name: found.name })).siteOrganization}
      >
        {children}
      </EditForm>
    </>
  )
}
