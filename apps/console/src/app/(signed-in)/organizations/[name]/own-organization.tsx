'use client'

import { createContext, useContext, type ReactNode } from 'react'
import type { OrganizationPermission } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { Crumbs } from '~/ui/crumbs'
import type { OwnOrganization } from './access'
import { OrganizationTabs } from './tabs'

const OwnOrganizationContext = createContext<OwnOrganization | undefined>(undefined)

/** What surrounds every page within an organization. */
export function WithinOrganization({
  organization,
  children,
}: {
  organization: OwnOrganization
  children: ReactNode
}) {
  const { name, permissions } = organization
  return (
    <OwnOrganizationContext value={organization}>
      <Crumbs
        trail={[
          { label: 'Organizations', path: paths.organizations() },
          { label: name, path: paths.organization(name) },
        ]}
      />
      <OrganizationTabs name={name} permissions={permissions} />
      {children}
    </OwnOrganizationContext>
  )
}

/** The organization of this page. What the viewer may do there decides what is offered; the API decides what is done. */
export function useOrganization(): OwnOrganization {
  const organization = useContext(OwnOrganizationContext)
  if (organization === undefined) throw new Error('useOrganization works within an organization only')
  return organization
}

export const useMayHere = (permission: OrganizationPermission): boolean =>
  useOrganization().permissions.includes(permission)
