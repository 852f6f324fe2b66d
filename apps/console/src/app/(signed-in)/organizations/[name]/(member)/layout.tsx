import { requireOrganization } from '../access'

/** Pages about what its members have; for site administrators too, unless it is disabled. */
export default async function MemberLayout({ params, children }: LayoutProps<'/organizations/[name]'>) {
  await requireOrganization((await params).name)
  return children
}
