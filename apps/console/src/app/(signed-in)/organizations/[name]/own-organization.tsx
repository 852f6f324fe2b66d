'use client'

import { createContext, useContext, type ReactNode } from 'react'
import type { OrganizationPermission } from '~/data/generated/graphql'
import type { OwnOrganization } from './access'

const OwnOrganizationContext = createContext<OwnOrganization | null>(null)

type Props = { organization: OwnOrganization | null; children: ReactNode }

export function OwnOrganizationProvider({ organization, children }: Props) {
  return <OwnOrganizationContext value={organization}>{children}</OwnOrganizationContext>
}

/** The organization of this page; null for a disabled one, which has pages for site administrators alone. */
export const useOpenOrganization = (): OwnOrganization | null => useContext(OwnOrganizationContext)

/** The organization of this page. What the viewer may do there decides what is offered; the API decides what is done. */
export function useOrganization(): OwnOrganization {
  const organization = useOpenOrganization()
  if (organization === null) throw new Error('useOrganization works within an organization only')
  return organization
}

export const useMayHere = (permission: OrganizationPermission): boolean =>
  useOrganization().permissions.includes(permission)
