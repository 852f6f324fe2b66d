'use client'

import { Alert, Radio, Skeleton, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useEffect } from 'react'
import { graphql } from '~/data/generated'
import { query, useQueryKeepingPrevious } from '~/data/query'
import { request } from '~/data/request'
import { useChange } from '~/data/use-change'
import type { UserError } from '~/data/user-errors'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import type { Saved } from '~/shell/record-form'
import type { Outcome } from '~/shell/submission'
import { confirm } from '~/ui/dialogs/confirm'
import { Failure } from '~/ui/feedback/failure'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { count, numberText } from '~/ui/text'
import { Note, Small } from '~/ui/texts'
import {
  choiceOf,
  type KindChoice,
  kinds,
  previewInputOf,
  type SharingChoice,
  sharingInputOf,
  withConsumer,
} from './choice'
import { loadSharing, type Sharing } from './load'
import classes from './sharing.module.css'

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

const OrganizationSharingSet = graphql(`
  mutation OrganizationSharingSet($input: SiteOrganizationSharingSetInput!) {
    siteOrganizationSharingSet(input: $input) {
      organization {
        updatedAt
      }
    }
  }
`)

const SharingPreviewQuery = graphql(`
  query SharingPreview($name: String!, $modules: SharingPreviewInput!, $providers: SharingPreviewInput!) {
    siteOrganization(name: $name) {
      modules: sharingPreview(input: $modules) {
        ...SharingPreviewFacts
      }
      providers: sharingPreview(input: $providers) {
        ...SharingPreviewFacts
      }
    }
  }
`)

export const SharingPreviewFacts = graphql(`
  fragment SharingPreviewFacts on SharingPreview {
    gains(page: { size: 8 }) {
      nodes {
        id
        name
      }
      totalCount
    }
    loses(page: { size: 8 }) {
      nodes {
        id
        name
      }
      totalCount
    }
  }
`)

/** Saves with whom an organization shares. Who would lose something is shown first, and a reason is asked for. */
function useSaveSharing(): (base: Sharing, choice: SharingChoice) => Promise<Outcome<Saved>> {
  const client = useQueryClient()
  const set = useChange(OrganizationSharingSet)

  async function countLosers(name: string, choice: SharingChoice): Promise<Losers> {
    const { siteOrganization } = await client.fetchQuery(
      query(SharingPreviewQuery, previewVariables(name, choice)),
    )
    const { modules, providers } = siteOrganization ?? {}
    return { modules: modules?.loses.totalCount ?? 0, providers: providers?.loses.totalCount ?? 0 }
  }

  async function send(base: Sharing, choice: SharingChoice, reason?: string): Promise<Outcome<Saved>> {
    const { id, name, updatedAt } = base.organization
    const { organization: saved, userErrors } = await set.mutateAsync({
      id,
      expectedUpdatedAt: updatedAt,
      reason,
      modules: sharingInputOf(choice.modules, base.modules),
      providers: sharingInputOf(choice.providers, base.providers),
    })
    if (!saved) return userErrors.map(aboutTheList)
    return { done: `The registry sharing of ${name} is saved.`, path: paths.organization(name) }
  }

  return async (base, choice) => {
    const { name } = base.organization
    const losers = await countLosers(name, choice)
    if (losers.modules + losers.providers === 0) return send(base, choice)
    return new Promise((resolve) => {
      let outcome: Outcome<Saved> = []
      confirm({
        title: `Remove access to what ${name} shares?`,
        children: `${losersInWords(losers)} Runs there that need one of these fail.`,
        action: 'Save sharing',
        danger: true,
        askReason: 'required',
        run: async (reason) => {
          outcome = await send(base, choice, reason)
          return []
        },
        onClose: () => resolve(outcome),
      })
    })
  }
}

type Losers = { modules: number; providers: number }

const losersInWords = ({ modules, providers }: Losers): string =>
  [
    ...(modules > 0 ? [`${count(modules, 'organization')} will lose access to its modules.`] : []),
    ...(providers > 0 ? [`${count(providers, 'organization')} will lose access to its providers.`] : []),
  ].join(' ')

/** A fault of one name stands under the list as a whole. */
const aboutTheList = (error: UserError): UserError =>
  error.field[1] === 'consumers' ? { ...error, field: error.field.slice(0, 2) } : error

/**
 * Form that decides who may use the modules and private providers of an organization, with the effects of a
 * change.
 */
export function OrganizationSharing({ found, consumer }: { found: Sharing; consumer?: string }) {
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
        load={() => loadSharing(request, name)}
      >
        {(form) => (
          <>
            {consumer !== undefined && <FilledIn form={form} consumer={consumer} />}
            <KindFields form={form} name={name} kind="modules" />
            <KindFields form={form} name={name} kind="providers" />
            <PreviewPanel name={name} choice={form.getValues()} />
          </>
        )}
      </EditForm>
    </>
  )
}

type FilledInProps = { form: UseFormReturnType<SharingChoice>; consumer: string }

/** Adds the organization that asked to those who may use the modules: a change that is not saved yet. */
function FilledIn({ form, consumer }: FilledInProps) {
  useEffect(() => {
    const { modules } = form.getValues()
    const next = withConsumer(modules, consumer)
    if (next !== modules) form.setFieldValue('modules', next)
    // Once: who takes it away again means it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return null
}

const noticeOf = ({ organization }: Sharing) =>
  organization.isDisabled && (
    <Alert color="red" title="This organization is disabled">
      Its modules and providers cannot be used now. Your choice applies once it is enabled.
    </Alert>
  )

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

const previewVariables = (name: string, { modules, providers }: SharingChoice) => ({
  name,
  modules: previewInputOf(kinds.modules, modules),
  providers: previewInputOf(kinds.providers, providers),
})

function PreviewPanel({ name, choice }: { name: string; choice: SharingChoice }) {
  const { data, error, refetch } = useQueryKeepingPrevious(
    SharingPreviewQuery,
    previewVariables(name, choice),
  )
  const preview = data?.siteOrganization
  return (
    <Section title="Impact of saving">
      {preview ? (
        <div className={classes['affected']} aria-live="polite">
          <Side title="Will gain the modules" affected={preview.modules.gains} color="green" />
          <Side title="Will lose the modules" affected={preview.modules.loses} color="red" />
          <Side title="Will gain the providers" affected={preview.providers.gains} color="green" />
          <Side title="Will lose the providers" affected={preview.providers.loses} color="red" />
        </div>
      ) : error ? (
        <Failure title="The impact could not be loaded" error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height={42} />
      )}
    </Section>
  )
}

type Affected = { nodes: readonly { id: string; name: string }[]; totalCount: number }

function Side({ title, affected, color }: { title: string; affected: Affected; color: 'green' | 'red' }) {
  const { nodes, totalCount } = affected
  return (
    <div>
      <Small>{title}</Small>
      <Text size="sm" fw={600} c={totalCount === 0 ? 'dimmed' : `var(--mantine-color-${color}-light-color)`}>
        {totalCount === 0 ? 'None' : count(totalCount, 'organization')}
      </Text>
      {nodes.length > 0 && (
        <ul className={classes['names']}>
          {nodes.map(({ id, name }) => (
            <li key={id}>
              <Text size="sm">{name}</Text>
            </li>
          ))}
          {totalCount > nodes.length && (
            <li>
              <Note>and {numberText(totalCount - nodes.length)} more</Note>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
