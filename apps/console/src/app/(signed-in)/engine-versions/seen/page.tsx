import { pageFor } from '~/session/ask'
import { EnginesSeen } from './engines-seen'

export default pageFor('ENGINE_VERSIONS_READ', EnginesSeen)
