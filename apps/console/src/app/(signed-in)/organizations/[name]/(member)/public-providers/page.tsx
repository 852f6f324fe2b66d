import { Providers } from '../providers/providers'

/** The providers of the public registry that the organization points to. */
export default function PublicProvidersPage() {
  return <Providers isPublic />
}
