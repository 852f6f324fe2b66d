import { pageFor } from '~/session/ask'
import { NewUser } from './new-user'

export default pageFor('USERS_WRITE', NewUser)
