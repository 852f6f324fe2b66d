import { SharedProviders } from './shared-providers'

export default function SharedProvidersPage() {
  return <SharedProviders />
}
