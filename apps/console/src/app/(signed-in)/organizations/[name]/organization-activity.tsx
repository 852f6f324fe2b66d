'use client'

import { Activity } from '~/app/(signed-in)/audit/activity'
import { useMayHere, useOrganization } from './own-organization'

/** The last events of a thing of this organization, or of all of it; nothing for viewers who may not read them. */
export function OrganizationActivity({ target }: { target?: string }) {
  const { name: organization } = useOrganization()
  const mayRead = useMayHere('AUDIT_EVENTS_READ')
  return mayRead && <Activity narrowed={{ organization, ...(target !== undefined && { target }) }} />
}
