import { pageFor } from '~/session/ask'
import { ReleaseFeed } from './release-feed'

export default pageFor('ENGINE_VERSIONS_WRITE', ReleaseFeed)
