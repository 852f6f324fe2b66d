'use client'

import { Alert, Radio, Skeleton, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import dynamic from 'next/dynamic'
import { request } from '~/data/request'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { choiceOf, type KindChoice, type SharingChoice } from './choice'
import { loadSharing, type Sharing } from './load'
import { PreviewPanel } from './preview-panel'
import { OrganizationSharingQuery } from './queries'
import { useSaveSharing } from './save'

// Not from the server: a field that is shown before its code has come would forget what is typed into it.
const ConsumersPicker = dynamic(async () => (await import('./consumers-picker')).ConsumersPicker, {
  ssr: false,
  loading: () => <Skeleton height={88} />,
})

const labels: Record<keyof SharingChoice, string> = {
  modules: 'with whom it shares modules',
  providers: 'with whom it shares providers',
}

const listFault = (consumers: readonly string[], mode: KindChoice['mode']): string | null =>
  mode === 'some' && consumers.length === 0 ? 'Select an organization, or choose another option.' : null

const validation = {
  modules: {
    consumers: (list: readonly string[], { modules }: SharingChoice) => listFault(list, modules.mode),
  },
  providers: {
    consumers: (list: readonly string[], { providers }: SharingChoice) => listFault(list, providers.mode),
  },
}

/** Who may use the modules and the private providers of an organization, and what a change would mean. */
export function OrganizationSharing({ found }: { found: Sharing }) {
  const save = useSaveSharing()
  const { name } = found.organization
  const path = paths.organization(name)
  return (
    <>
      <PageHeader title="Registry sharing" tab={`Registry sharing · Settings · ${name}`} />
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
      What it shares cannot be used now. What is chosen here applies once it is enabled.
    </Alert>
  )

function SharingFields({ form, name }: { form: UseFormReturnType<SharingChoice>; name: string }) {
  return (
    <>
      <KindFields form={form} name={name} kind="modules" />
      <KindFields form={form} name={name} kind="providers" />
      <PreviewPanel name={name} choice={form.getValues()} />
    </>
  )
}

const titles = {
  modules: 'Who may use its modules',
  providers: 'Who may use its private providers',
} as const

type KindProps = { form: UseFormReturnType<SharingChoice>; name: string; kind: keyof SharingChoice }

function KindFields({ form, name, kind }: KindProps) {
  const choice = form.getValues()[kind]
  const fault = form.errors[`${kind}.consumers`]
  return (
    <Section title={titles[kind]}>
      <Stack gap="md">
        <Radio.Group aria-label={titles[kind]} {...form.getInputProps(`${kind}.mode`)}>
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
            ends={choice.ends}
            onChange={(consumers) => form.setFieldValue(kind, { ...choice, mode: 'some', consumers })}
            onEndChange={(consumer, date) =>
              form.setFieldValue(kind, { ...choice, ends: { ...choice.ends, [consumer]: date } })
            }
            error={typeof fault === 'string' ? fault : undefined}
          />
        )}
      </Stack>
    </Section>
  )
}
