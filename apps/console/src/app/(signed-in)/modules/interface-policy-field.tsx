import { Radio, Stack } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { ModuleInterfacePolicy } from '~/data/generated/graphql'
import { interfacePolicies } from './interface-policies'

type Props = Omit<ComponentProps<typeof Radio.Group>, 'children'> & {
  /**
   * Policy of the module's organization, which the module may inherit; null if the viewer does not know it.
   */
  inherited?: ModuleInterfacePolicy | null
}

/** Select for what happens to versions that break their callers, for all modules or for one. */
export const InterfacePolicyField = ({ inherited, ...input }: Props) => (
  <Radio.Group
    label="Interface policy"
    description="What happens to a version that breaks callers although its number promises not to."
    {...input}
  >
    <Stack gap="xs" mt={8}>
      {inherited !== undefined && (
        <Radio
          value=""
          label="As the organization"
          description={inherited && `Now: ${interfacePolicies[inherited].label.toLowerCase()}.`}
        />
      )}
      {Object.entries(interfacePolicies).map(([value, { label, does }]) => (
        <Radio key={value} value={value} label={label} description={`It ${does}.`} />
      ))}
    </Stack>
  </Radio.Group>
)
