'use client'

import { Alert, Radio, Skeleton, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import dynamic from 'next/dynamic'
import { request } from '~/data/request'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { choiceOf, type SharingChoice } from './choice'
import { loadSharing, type Sharing } from './load'
import { PreviewPanel } from './preview-panel'
import { OrganizationSharingQuery } from './queries'
import { useSaveSharing } from './save'

// Not from the server: a field that is shown before its code has come would forget what is typed into it.
const ConsumersPicker = dynamic(async () => (await import('./consumers-picker')).ConsumersPicker, {
  ssr: false,
  loading: () => <Skeleton height={88} />,
})

const labels: Record<keyof SharingChoice, string> = { mode: 'with whom it shares', consumers: 'the list' }

const validation = {
  consumers: (consumers: readonly string[], { mode }: SharingChoice) =>
    mode === 'some' && consumers.length === 0 ? 'Select an organization, or choose another option.' : null,
}

/** Who may use the modules of an organization, and what a change would mean. */
export function OrganizationSharing({ found }: { found: Sharing }) {
  const save = useSaveSharing()
  const { name } = found.organization
  const path = paths.organization(name)
  return (
    <>
      <PageHeader title="Module sharing" tab={`Module sharing · Settings · ${name}`} />
      <EditForm
        thing="organization"
        labels={labels}
        found={found}
        valuesOf={choiceOf}
        validate={validation}
        submitLabel="Save sharing"
        cancelPath={path}
        notice={noticeOf}
        save={save}
        load={() => loadSharing((variables) => request(OrganizationSharingQuery, variables), name)}
      >
        {(form) => <SharingFields form={form} name={name} />}
      </EditForm>
    </>
  )
}

const noticeOf = ({ organization }: Sharing) =>
  organization.isDisabled && (
    <Alert color="red" title="This organization is disabled">
      Its modules cannot be used now. What is chosen here applies once it is enabled.
    </Alert>
  )

function SharingFields({ form, name }: { form: UseFormReturnType<SharingChoice>; name: string }) {
  const choice = form.getValues()
  const fault = form.errors['consumers']
  return (
    <>
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
                label="Selected organizations"
                description="Only the organizations on the list."
              />
              <Radio
                value="all"
                label="All organizations"
                description="Including organizations created later."
              />
            </Stack>
          </Radio.Group>
          {(choice.mode === 'some' || (choice.mode === 'none' && choice.consumers.length === 0)) && (
            <ConsumersPicker
              producer={name}
              picked={choice.consumers}
              onChange={(consumers) => form.setValues({ mode: 'some', consumers })}
              error={typeof fault === 'string' ? fault : undefined}
            />
          )}
        </Stack>
      </Section>
      <PreviewPanel name={name} choice={choice} />
    </>
  )
}
