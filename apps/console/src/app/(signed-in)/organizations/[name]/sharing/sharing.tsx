'use client'

import { Alert, Radio, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { request } from '~/data/request'
import { paths } from '~/paths'
import { RecordForm } from '~/shell/record-form'
import { StaleNotice } from '~/shell/stale-notice'
import { Crumbs } from '~/ui/crumbs'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { choiceOf, type SharingChoice } from './choice'
import { ConsumersPicker } from './consumers-picker'
import { loadSharing, type Sharing } from './load'
import { PreviewPanel } from './preview-panel'
import { OrganizationSharingQuery } from './queries'
import { useSaveSharing } from './save'

const labels: Record<keyof SharingChoice, string> = { mode: 'with whom it shares', consumers: 'the list' }

/** Who may use the modules of an organization, and what a change would mean. */
export function OrganizationSharing({ found }: { found: Sharing }) {
  const router = useRouter()
  const [base, setBase] = useState(found)
  const [stale, setStale] = useState(false)
  const form = useForm<SharingChoice>({
    initialValues: choiceOf(found),
    validate: {
      consumers: (consumers, { mode }) =>
        mode === 'some' && consumers.length === 0 ? 'Pick an organization, or choose another way.' : null,
    },
  })
  const save = useSaveSharing(base)
  const { name } = base.organization
  const path = paths.organization(name)
  const choice = form.getValues()

  async function submit(after: SharingChoice) {
    const userErrors = await save(after)
    if (userErrors === 'saved') {
      form.resetDirty()
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
          { label: name, path },
        ]}
      />
      <PageHeader title={`Module sharing of ${name}`} />
      <RecordForm
        form={form}
        submitLabel="Save sharing"
        cancelPath={path}
        notice={
          <>
            {base.organization.isDisabled && (
              <Alert color="red" title="This organization is disabled">
                Its modules cannot be used now. What is chosen here applies once it is enabled.
              </Alert>
            )}
            <StaleNotice
              form={form}
              thing="organization"
              labels={labels}
              base={base}
              valuesOf={choiceOf}
              stale={stale}
              load={() => loadSharing((variables) => request(OrganizationSharingQuery, variables), name)}
              onLoaded={(theirs) => (setBase(theirs), setStale(false))}
            />
          </>
        }
        onSubmit={submit}
      >
        <Section title="Who may use its modules">
          <Stack gap="md">
            <Radio.Group aria-label="Who may use its modules" {...form.getInputProps('mode')}>
              <Stack gap="sm">
                <Radio
                  value="none"
                  label="No other organization"
                  description="Only its own members and workspaces."
                />
                <Radio
                  value="some"
                  label="Picked organizations"
                  description="Those on a list, and no others."
                />
                <Radio value="all" label="All organizations" description="Also those that are made later." />
              </Stack>
            </Radio.Group>
            {choice.mode === 'some' && (
              <ConsumersPicker
                producer={name}
                picked={choice.consumers}
                onChange={(consumers) => form.setFieldValue('consumers', consumers)}
                error={typeof form.errors['consumers'] === 'string' ? form.errors['consumers'] : undefined}
              />
            )}
          </Stack>
        </Section>
        <PreviewPanel name={name} choice={choice} />
      </RecordForm>
    </>
  )
}
