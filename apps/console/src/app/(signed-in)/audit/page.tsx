import { notFound } from 'next/navigation'
import { currentViewer } from '~/session/ask'
import { requireOrganization } from '../organizations/[name]/access'
import { Audit } from './audit'

type Props = PageProps<'/audit'>

/** Site administrators see all of it, owners of an organization what happened there. */
export default async function AuditPage({ searchParams }: Props) {
  const { permissions } = await currentViewer()
  if (permissions.includes('AUDIT_EVENTS_READ')) return <Audit restrictedTo={undefined} />
  const { organization } = await searchParams
  if (typeof organization !== 'string') notFound()
  const { name } = await requireOrganization(encodeURIComponent(organization), 'AUDIT_EVENTS_READ')
  return <Audit restrictedTo={name} />
}
