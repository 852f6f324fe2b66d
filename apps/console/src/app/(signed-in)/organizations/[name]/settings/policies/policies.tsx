'use client'

import { NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { PolicyPreview } from '~/app/(signed-in)/engine-versions/seen/policy-preview'
import { policyMeans } from '~/app/(signed-in)/engine-versions/words'
import type { SiteSettingsFactsFragment } from '~/data/generated/graphql'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { Note } from '~/ui/texts'
import { type SiteForm, SiteSettingsForm } from '../site-form'
import { cooldownMeans, ruleLabels, ruleMeans, type SiteProviders, whomItBinds } from '../site-values'

type Props = { found: SiteSettingsFactsFragment; site: SiteProviders }

/** Policies of an organization that site administrators decide. */
export const OrganizationPolicies = ({ found, site }: Props) => (
  <SiteSettingsForm title="Policies" found={found}>
    {(form, base) => (
      <>
        <Section title="Engine policy">
          <Stack gap="xs">
            <NativeSelect
              label="Versions that are disabled, deprecated or unknown"
              description="Based on what the CLI reports, which can be forged: it guides honest users."
              data={[
                { value: '', label: 'As the site does' },
                ...Object.entries(policyMeans).map(([value, label]) => ({ value, label })),
              ]}
              {...form.getInputProps('enginePolicy')}
            />
            <PolicyPreview organization={base.name} {...chosenIn(form)} />
          </Stack>
        </Section>
        <PublicProviderFields form={form} site={site} />
        <Section title="Single sign-on">
          <Textarea
            label="Groups that may fill its teams"
            description="One on each line, as the identity provider names them. Owners choose among these; people in other groups join no team."
            rows={4}
            spellCheck={false}
            {...form.getInputProps('ssoGroups')}
            value={form.getValues().ssoGroups.join('\n')}
            onChange={({ currentTarget }) => form.setFieldValue('ssoGroups', currentTarget.value.split('\n'))}
          />
        </Section>
      </>
    )}
  </SiteSettingsForm>
)

function PublicProviderFields({ form, site }: { form: SiteForm; site: SiteProviders }) {
  const { publicProviders, providerCooldown } = form.getValues()
  return (
    <Section title="Public providers">
      <Stack gap="md">
        <Note maw={800}>{whomItBinds}</Note>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <NativeSelect
            label="Which install"
            description={ruleMeans(publicProviders, site)}
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
            {...plainText}
            {...form.getInputProps('providerCooldown')}
          />
        </SimpleGrid>
      </Stack>
    </Section>
  )
}

function chosenIn(form: SiteForm) {
  const policy = form.getValues().enginePolicy
  return policy === '' ? {} : { policy }
}
