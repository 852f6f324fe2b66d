'use client'

import { IconAdjustments, IconPower, IconShare, IconTrash } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { OrganizationActionFactsFragment } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { showOutcome } from '~/shell/show-outcome'
import type { Action } from '~/ui/action'
import { confirm } from '~/ui/confirm'
import { useRouter } from '~/ui/navigation'
import { ConsequenceList } from './consequence-list'
import { deleteConsequences, disableConsequences } from './consequences'

export const OrganizationActionFacts = graphql(`
  fragment OrganizationActionFacts on SiteOrganization {
    id
    name
    isDisabled
  }
`)

type Organization = OrganizationActionFactsFragment

/** What can be done with an organization, the same in the list, on its page and in the palette. */
export function useOrganizationActions(onDeleted?: () => void): (organization: Organization) => Action[] {
  const router = useRouter()
  const update = useChange('siteOrganizationUpdate')
  const remove = useChange('siteOrganizationDelete')

  const setDisabled = async ({ id, name }: Organization, isDisabled: boolean, reason: string | undefined) =>
    showOutcome(
      await update.mutateAsync({ id, isDisabled, reason }),
      `${name} is ${isDisabled ? 'disabled' : 'enabled'}.`,
    )

  const askAndDisable = (organization: Organization) =>
    confirm({
      title: `Disable ${organization.name}?`,
      children: (
        <ConsequenceList
          name={organization.name}
          before="Until it is enabled again:"
          sentencesOf={disableConsequences}
          after="Nothing is deleted: enabling it brings everything back."
        />
      ),
      action: `Disable ${organization.name}`,
      danger: true,
      askReason: 'required',
      run: (reason) => setDisabled(organization, true, reason),
    })

  const askAndEnable = (organization: Organization) =>
    confirm({
      title: `Enable ${organization.name}?`,
      children: 'Its members, tokens, workspaces, modules and sharing work again at once.',
      action: `Enable ${organization.name}`,
      askReason: true,
      run: (reason) => setDisabled(organization, false, reason),
    })

  const askAndDelete = ({ id, name }: Organization) =>
    confirm({
      title: `Delete ${name}?`,
      children: (
        <ConsequenceList
          name={name}
          before="This cannot be undone:"
          sentencesOf={deleteConsequences}
          after="To close it temporarily, disable it instead."
        />
      ),
      action: `Delete ${name}`,
      danger: true,
      askReason: 'required',
      typed: name,
      run: async (reason) =>
        showOutcome(await remove.mutateAsync({ id, reason }), `${name} is deleted.`, onDeleted),
    })

  return (organization) => [
    {
      label: 'Share modules',
      icon: IconShare,
      run: () => router.push(paths.organizationSharing(organization.name)),
    },
    {
      label: 'Limits',
      icon: IconAdjustments,
      run: () => router.push(paths.organizationLimits(organization.name)),
    },
    organization.isDisabled
      ? { label: 'Enable', icon: IconPower, run: () => askAndEnable(organization) }
      : { label: 'Disable', icon: IconPower, run: () => askAndDisable(organization) },
    { label: 'Delete', icon: IconTrash, danger: true, run: () => askAndDelete(organization) },
  ]
}
