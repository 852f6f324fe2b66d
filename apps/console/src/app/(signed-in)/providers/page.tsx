import { pageFor } from '~/session/ask'
import { Providers } from './providers'

export default pageFor('SITE_ORGANIZATIONS_READ', Providers)
