import { pageFor } from '~/session/ask'
import { Users } from './users'

export default pageFor('USERS_READ', Users)
