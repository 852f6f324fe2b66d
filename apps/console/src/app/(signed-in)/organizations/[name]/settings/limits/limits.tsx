'use client'

import type { OrganizationLimitsFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { PageHeader } from '~/ui/page-header'
import { LimitsFields } from './limits-fields'
import { labels, OrganizationLimitsQuery, updateInputOf, validation, valuesOf } from './values'

/** What site administrators decide about an organization. */
export function OrganizationLimits({ found }: { found: OrganizationLimitsFactsFragment }) {
  const update = useChange('siteOrganizationUpdate')
  const path = paths.organization(found.name)

  return (
    <>
      <PageHeader title="Limits" tab={`Limits · Settings · ${found.name}`} />
      <EditForm
        thing="organization"
        labels={labels}
        found={found}
        valuesOf={valuesOf}
        validate={validation}
        submitLabel="Save limits"
        cancelPath={path}
        save={async (base, values) => {
          const { userErrors } = await update.mutateAsync(updateInputOf(base, values, valuesOf(base)))
          return userErrors.length > 0 ? userErrors : { done: `The limits of ${found.name} are saved.`, path }
        }}
        load={async () => (await request(OrganizationLimitsQuery, { name: found.name })).siteOrganization}
      >
        {(form, base) => <LimitsFields form={form} organization={base} />}
      </EditForm>
    </>
  )
}
