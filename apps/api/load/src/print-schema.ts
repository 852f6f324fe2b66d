import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { printGraphqlSchema } from '#api/graphql/schema.js'
import { openApiDocument } from '#api/rest/openapi/document.js'

/** Run by the build: writes both schemas where they are committed, so that a change shows in review. */
const write = (name: string, text: string): void =>
  writeFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), text)

write('schema.graphql', printGraphqlSchema())
write('openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`)
