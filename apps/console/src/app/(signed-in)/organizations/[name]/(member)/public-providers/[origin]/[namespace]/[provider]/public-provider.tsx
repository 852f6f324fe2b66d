'use client'

import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import type { PublicProviderStatusQuery } from '~/data/generated/graphql'
import type { PublicProviderAddress } from '~/paths'
import { PageHeader } from '~/ui/page-header'
import { Dimmed } from '~/ui/texts'
import { PublicProviderHere } from '~/app/(signed-in)/organizations/[name]/(member)/public-providers/public-provider-here'

type Props = { address: PublicProviderAddress; initial: PublicProviderStatusQuery }

/** A public provider, whether the organization lists it or not. */
export function PublicProvider({ address: { origin, namespace, name }, initial }: Props) {
  const organization = useOrganization().name
  return (
    <>
      <PageHeader
        title={`${namespace}/${name}`}
        tab={`${name} · Public providers · ${organization}`}
        afterTitle={<Dimmed>{origin}</Dimmed>}
      />
      <PublicProviderHere initial={initial} />
    </>
  )
}
