import { Providers } from './providers'

/** The providers of the organization's registry: its own, and those of the public registry that it points to. */
export default function ProvidersPage() {
  return <Providers />
}
