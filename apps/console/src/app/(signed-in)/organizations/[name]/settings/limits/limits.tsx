'use client'

import { NativeSelect, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { PolicyPreview } from '~/app/(signed-in)/engine-versions/seen/policy-preview'
import { policyMeans } from '~/app/(signed-in)/engine-versions/words'
import type { OrganizationLimitsFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import { updateInputOf } from '~/data/update-input'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { EditForm } from '~/shell/edit-form'
import { PageHeader } from '~/ui/page-header'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import {
  type FormValues,
  cooldownMeans,
  labels,
  limitMeans,
  OrganizationLimitsQuery,
  ruleLabels,
  ruleMeans,
  type SiteProviders,
  tidied,
  validation,
  valuesOf,
  whomItBinds,
} from './values'

/** What site administrators decide about an organization. */
export function OrganizationLimits({
  found,
  site,
}: {
  found: OrganizationLimitsFactsFragment
  site: SiteProviders
}) {
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
          const { userErrors } = await update.mutateAsync(updateInputOf(base, tidied(values), valuesOf(base)))
          return userErrors.length > 0 ? userErrors : { done: `The limits of ${found.name} are saved.`, path }
        }}
        load={async () => (await request(OrganizationLimitsQuery, { name: found.name })).siteOrganization}
      >
        {(form, base) => <LimitsFields form={form} organization={base} site={site} />}
      </EditForm>
    </>
  )
}

type Form = UseFormReturnType<FormValues>

type Props = { form: Form; organization: OrganizationLimitsFactsFragment }

function LimitsFields({ form, organization, site }: Props & { site: SiteProviders }) {
  return (
    <>
      <Section title="Workspaces">
        <Stack gap="md">
          <NumberInput
            label="Workspace limit"
            description={limitMeans(form.getValues().workspaceLimit)}
            placeholder="No limit"
            styles={{ wrapper: { maxWidth: 320 } }}
            min={0}
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=" "
            hideControls
            {...form.getInputProps('workspaceLimit')}
          />
          <Switch
            label="Access to beta tools"
            description="Workspaces can use beta engine versions."
            {...form.getInputProps('accessBetaTools', { type: 'checkbox' })}
          />
        </Stack>
      </Section>
      <Section title="Engine policy">
        <Stack gap="xs">
          <NativeSelect
            label="Versions that are disabled, deprecated or unknown"
            description="By what the CLI says of itself, which can be forged: it steers those who are honest."
            maw={480}
            data={[
              { value: '', label: 'As the site does' },
              ...Object.entries(policyMeans).map(([value, label]) => ({ value, label })),
            ]}
            {...form.getInputProps('enginePolicy')}
          />
          <PolicyPreview organization={organization.name} {...chosenIn(form)} />
        </Stack>
      </Section>
      <PublicProviderFields form={form} site={site} />
      <Section title="Single sign-on">
        <Textarea
          label="Groups that may fill its teams"
          description="One a line, as the identity provider calls them. Owners choose among these; people of other groups are put into none of its teams."
          maw={480}
          rows={4}
          spellCheck={false}
          {...form.getInputProps('ssoGroups')}
          value={form.getValues().ssoGroups.join('\n')}
          onChange={({ currentTarget }) => form.setFieldValue('ssoGroups', currentTarget.value.split('\n'))}
        />
      </Section>
      <RunFields form={form} organization={organization} />
    </>
  )
}

function PublicProviderFields({ form, site }: { form: Form; site: SiteProviders }) {
  const { publicProviders, providerCooldown } = form.getValues()
  return (
    <Section title="Public providers">
      <Stack gap="md">
        <Note maw={640}>{whomItBinds}</Note>
        <NativeSelect
          label="Which install"
          description={ruleMeans(publicProviders, site)}
          maw={480}
          data={[
            { value: '', label: 'As the site does' },
            ...Object.entries(ruleLabels).map(([value, label]) => ({ value, label })),
          ]}
          {...form.getInputProps('publicProviders')}
        />
        <TextInput
          label="Cooldown of new versions"
          description={`Such as 72h or 7d; 0s: none. ${cooldownMeans(providerCooldown, site)}`}
          placeholder={site.cooldown}
          maw={480}
          {...plainText}
          {...form.getInputProps('providerCooldown')}
        />
      </Stack>
    </Section>
  )
}

function chosenIn(form: Form) {
  const policy = form.getValues().enginePolicy
  return policy === '' ? {} : { policy }
}

function RunFields({ form, organization: { defaultApplyTimeout, defaultPlanTimeout } }: Props) {
  return (
    <Section title="Runs">
      <Stack gap="md">
        <TextInput
          label="Apply timeout"
          description={`Such as 90m or 1h30m. Empty: ${defaultApplyTimeout}, the default of the site.`}
          placeholder={defaultApplyTimeout}
          maw={320}
          {...plainText}
          {...form.getInputProps('applyTimeout')}
        />
        <TextInput
          label="Plan timeout"
          description={`Empty: ${defaultPlanTimeout}, the default of the site.`}
          placeholder={defaultPlanTimeout}
          maw={320}
          {...plainText}
          {...form.getInputProps('planTimeout')}
        />
        <Switch
          label="Allow sudo on workers"
          description="Runs can then change the machine they run on."
          {...form.getInputProps('workerSudoEnabled', { type: 'checkbox' })}
        />
      </Stack>
    </Section>
  )
}
