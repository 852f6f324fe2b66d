import { Radio, Stack } from '@mantine/core'
import type { ComponentProps } from 'react'
import type { ModuleInterfacePolicy } from '~/data/generated/graphql'
import { interfacePolicies } from './interface-policies'

type Props = Omit<ComponentProps<typeof Radio.Group>, 'children'> & {
  /** Of a module: that of its organization, which it may have as well; null where the viewer does not know it. */
  inherited?: ModuleInterfacePolicy | null
}

/** What becomes of a version that breaks its callers, of all modules or of one. */
export const InterfacePolicyField = ({ inherited, ...input }: Props) => (
  <Radio.Group
    label="Interface policy"
    description="What becomes of a version that breaks its callers by more than its number says."
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
