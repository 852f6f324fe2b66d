import { pageFor } from '~/session/ask'
import { RegistrySharing } from './registry-sharing'

export default pageFor('SITE_ORGANIZATIONS_READ', RegistrySharing)
