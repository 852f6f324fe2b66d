import type { UseFormReturnType } from '@mantine/form'
import { useMay } from '~/shell/viewer'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { openOnClick } from '~/ui/open-on-click'
import { plainText } from '~/ui/plain-text'
import type { FormValues } from './values'
import { Autocomplete, Select } from '~/ui/list-field'

const label = 'Group in single sign-on'

/** Site administrators name any group, and so allow it to the organization; owners one that is allowed. */
export function SsoGroupField({ form }: { form: UseFormReturnType<FormValues> }) {
  const { name, ssoGroups } = useOrganization()
  const mayAllow = useMay('SITE_ORGANIZATIONS_WRITE')
  const { value, onChange, error } = form.getInputProps('ssoTeamId') as {
    value: string
    onChange: (value: string) => void
    error?: string
  }
  if (mayAllow)
    return (
      <Autocomplete
        label={label}
        description={`Single sign-on puts its people into the team. Naming a group allows it to ${name}. Empty: none.`}
        data={ssoGroups}
        {...plainText}
        maxLength={255}
        value={value}
        onChange={onChange}
        {...openOnClick({ error })}
      />
    )
  const offered = value === '' || ssoGroups.includes(value) ? ssoGroups : [...ssoGroups, value]
  return (
    <Select
      label={label}
      description={
        ssoGroups.length === 0
          ? `Single sign-on puts its people into the team. Site administrators have not allowed any to ${name}.`
          : `Single sign-on puts its people into the team. Site administrators allow groups to ${name}.`
      }
      placeholder="None"
      data={offered}
      clearable
      disabled={offered.length === 0}
      value={value === '' ? null : value}
      onChange={(group) => onChange(group ?? '')}
      error={error}
    />
  )
}
