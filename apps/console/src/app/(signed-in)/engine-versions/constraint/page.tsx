import { pageFor } from '~/session/ask'
import { ConstraintTester } from './constraint-tester'

export default pageFor('ENGINE_VERSIONS_READ', ConstraintTester)
