'use client'

import { NumberInput, SimpleGrid, Switch, TextInput } from '@mantine/core'
import type { SiteSettingsFactsFragment } from '~/data/generated/graphql'
import { FactList } from '~/ui/fact-list'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { quotaFacts } from '~/app/(signed-in)/organizations/[name]/words'
import { type SiteForm, SiteSettingsForm } from '../site-form'
import { limitMeans } from '../site-values'

/** Limits of an organization that site administrators decide, and those of the site next to what it uses. */
export const OrganizationLimits = ({ found }: { found: SiteSettingsFactsFragment }) => (
  <SiteSettingsForm title="Limits" found={found}>
    {(form, base) => (
      <>
        <WorkspaceFields form={form} />
        <RunFields form={form} organization={base} />
        <Section title="Limits of the site">
          <FactList labelWidth="7.5rem" facts={quotaFacts(base.quotas)} />
        </Section>
      </>
    )}
  </SiteSettingsForm>
)

const columns = { base: 1, md: 2 }

function WorkspaceFields({ form }: { form: SiteForm }) {
  return (
    <Section title="Workspaces">
      <SimpleGrid cols={columns}>
        <NumberInput
          label="Workspace limit"
          description={limitMeans(form.getValues().workspaceLimit)}
          placeholder="No limit"
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
      </SimpleGrid>
    </Section>
  )
}

type RunProps = { form: SiteForm; organization: SiteSettingsFactsFragment }

function RunFields({ form, organization: { defaultApplyTimeout, defaultPlanTimeout } }: RunProps) {
  return (
    <Section title="Runs">
      <SimpleGrid cols={columns}>
        <TextInput
          label="Apply timeout"
          description={`Such as 90m or 1h30m. Empty: ${defaultApplyTimeout}, the default of the site.`}
          placeholder={defaultApplyTimeout}
          {...plainText}
          {...form.getInputProps('applyTimeout')}
        />
        <TextInput
          label="Plan timeout"
          description={`Empty: ${defaultPlanTimeout}, the default of the site.`}
          placeholder={defaultPlanTimeout}
          {...plainText}
          {...form.getInputProps('planTimeout')}
        />
        <Switch
          label="Allow sudo on workers"
          description="Runs can then change the machine they run on."
          {...form.getInputProps('workerSudoEnabled', { type: 'checkbox' })}
        />
      </SimpleGrid>
    </Section>
  )
}
