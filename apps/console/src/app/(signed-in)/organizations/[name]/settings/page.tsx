import { notFound, redirect } from 'next/navigation'
import { findSettings } from '../access'

export default async function OrganizationSettingsPage({
  params,
}: PageProps<'/organizations/[name]/settings'>) {
  const [first] = await findSettings((await params).name)
  if (!first) notFound()
  redirect(first.path)
}
