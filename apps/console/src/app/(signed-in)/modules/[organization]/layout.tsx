import { Suspense } from 'react'
import { findOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { InOrganization } from '~/app/(signed-in)/organizations/[name]/in-organization'
import { placeOf } from '~/app/(signed-in)/organizations/[name]/place-of'

/** The modules of an organization are in it for those who belong to it, and pages of the site for all others. */
export default async function ModulesLayout({ params, children }: LayoutProps<'/modules/[organization]'>) {
  const { organization } = await params
  return (
    <>
      {/* The page does not wait for it. */}
      <Suspense>
        <InOwnOrganization name={organization} />
      </Suspense>
      {children}
    </>
  )
}

async function InOwnOrganization({ name }: { name: string }) {
  const found = await findOrganization(name).catch(() => undefined)
  const place = placeOf(found)
  return found && place ? <InOrganization key={place.name} name={place.name} initial={found} /> : null
}
