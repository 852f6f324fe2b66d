import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { printGraphqlSchema } from './graphql/schema.js'

/** Run by the build: writes the schema where it is committed, so that a change of it shows in review. */
writeFileSync(fileURLToPath(new URL('../schema.graphql', import.meta.url)), printGraphqlSchema())
