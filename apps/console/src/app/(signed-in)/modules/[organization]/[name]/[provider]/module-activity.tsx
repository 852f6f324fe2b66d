'use client'

import { useQuery } from '@tanstack/react-query'
import { Activity } from '~/app/(signed-in)/audit/activity'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import type { ModuleAddress } from '~/paths'
import { useMay } from '~/shell/viewer'

const ModuleActivityAccess = graphql(`
  query ModuleActivityAccess($organization: String!) {
    organization(name: $organization) {
      permissions
    }
  }
`)

/** The last events of a module and its versions; nothing for viewers who may not read them. */
export function ModuleActivity({ module }: { module: ModuleAddress }) {
  const { namespace: organization, name, provider } = module
  const mayReadAll = useMay('AUDIT_EVENTS_READ')
  const { data } = useQuery({ ...query(ModuleActivityAccess, { organization }), enabled: !mayReadAll })
  const mayRead = mayReadAll || (data?.organization?.permissions.includes('AUDIT_EVENTS_READ') ?? false)
  return mayRead && <Activity narrowed={{ organization, target: `${organization}/${name}/${provider}` }} />
}
