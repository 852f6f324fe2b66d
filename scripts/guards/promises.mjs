import { addresses } from './addresses.mjs'
import { answers } from './answers.mjs'
import { audit } from './audit.mjs'
import { consoleServer } from './console.mjs'
import { faces } from './faces.mjs'
import { faults } from './faults.mjs'
import { limits } from './limits.mjs'
import { memory } from './memory.mjs'
import { keys } from './keys.mjs'
import { outside } from './outside.mjs'
import { people } from './people.mjs'
import { readmes } from './readmes.mjs'
import { refusals } from './refusals.mjs'
import { registry } from './registry.mjs'
import { rights } from './rights.mjs'
import { signIn } from './sign-in.mjs'
import { singleSignOn } from './single-sign-on.mjs'
import { tokens } from './tokens.mjs'
import { uploads } from './uploads.mjs'

/**
 * The promises of docs/SECURITY.md, in its words and order, each with its guards as `{ id, file, replace, by, test,
 * name }`: the code of the guard in its file and what stands in its place when it is switched off; the test that must
 * fail then, by a part of its name, with ` > ` after the names of the blocks around it and `%s` for what varies.
 */
export const promises = [
  ...tokens,
  ...memory,
  ...people,
  ...addresses,
  ...signIn,
  ...singleSignOn,
  ...rights,
  ...audit,
  ...refusals,
  ...uploads,
  ...registry,
  ...limits,
  ...faces,
  ...answers,
  ...outside,
  ...keys,
  ...faults,
  ...consoleServer,
  ...readmes,
]
