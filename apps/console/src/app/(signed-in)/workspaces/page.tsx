import { pageFor } from '~/session/ask'
import { Workspaces } from './workspaces'

export default pageFor('SITE_ORGANIZATIONS_READ', Workspaces)
