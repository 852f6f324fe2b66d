'use client'

import { TextInput } from '@mantine/core'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import type { ProviderToEditQuery } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { updateInputOf } from '~/data/update-input'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { PageHeader } from '~/ui/page-header'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { ProviderToEdit } from './queries'

type Facts = NonNullable<ProviderToEditQuery['registryProvider']>

type EditValues = { sourceUrl: string }

const valuesOf = ({ sourceUrl }: Facts): EditValues => ({ sourceUrl: sourceUrl ?? '' })

/** Form for the facts of a private provider. Its address never changes, since it is installed by that. */
export function EditProvider({ found }: { found: Facts }) {
  const { name: organization } = useOrganization()
  const update = useChange('registryProviderUpdate')
  const { id, namespace, name } = found
  const path = paths.provider(organization, id)
  return (
    <>
      <PageHeader
        title={`Edit ${namespace}/${name}`}
        of={{ label: name, path }}
        tab={`Edit ${name} · Providers · ${organization}`}
      />
      <EditForm
        thing="provider"
        labels={{ sourceUrl: 'source repository' }}
        found={found}
        valuesOf={valuesOf}
        submitLabel="Save provider"
        cancelPath={path}
        save={async (base, values) => {
          const { userErrors } = await update.mutateAsync(updateInputOf(base, values, valuesOf(base)))
          return userErrors.length > 0 ? userErrors : { done: `${namespace}/${name} is saved.`, path }
        }}
        load={async () => (await request(ProviderToEdit, { id })).registryProvider}
      >
        {(form) => (
          <Section title="About it">
            <TextInput
              label="Source repository (optional)"
              description="Tools that propose updates read the changes of a version there."
              placeholder="https://…"
              inputMode="url"
              {...plainText}
              {...form.getInputProps('sourceUrl')}
            />
          </Section>
        )}
      </EditForm>
    </>
  )
}
