import { randomInt } from 'node:crypto'
import type { BodyRules, LinkageRules } from '../../src/rest/jsonapi/resource.js'
import type { FaceServices } from '../../src/http/face-services.js'
import { routes } from '../../src/rest/routes.js'

export interface Write {
  readonly name: string
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly route: string
  /** A good one for a fresh thing; undefined where none is sent. */
  body(): object | undefined
}

/** Every operation of `/api/v2` that changes something. */
export const writes: readonly Write[] = Object.entries(routes({} as FaceServices)).flatMap(
  ([route, { operations }]) =>
    (['POST', 'PATCH', 'DELETE'] as const).flatMap((method) => {
      const operation = operations[method]
      const body = () => bodyOf(operation?.body, method) ?? listOf(operation?.linkage)
      return operation ? [{ name: `${method} ${route}`, method, route, body }] : []
    }),
)

function bodyOf(body: BodyRules | undefined, method: string): object | undefined {
  return body && { data: { type: body.type, attributes: attributesOf(body.type, method) } }
}

/** Resources that a list creates, or none if it only names existing ones. */
const listOf = (linkage: LinkageRules | undefined): object | undefined =>
  linkage?.attributes && {
    data: [
      { type: linkage.type, attributes: { key: `tag-${randomInt(1e9)}`, name: `tag-${randomInt(1e9)}` } },
    ],
  }

/** The words of a body that are enough for one thing of each kind, by the type of its document. */
function attributesOf(type: string, method: string): object {
  const number = randomInt(1e9)
  const name = `thing-${number}`
  const email = `${name}@example.com`
  const all: Readonly<Record<string, object>> = {
    'authentication-tokens': { description: name },
    // The organization of the walk keeps its name.
    organizations: { email, ...(method === 'POST' && { name }) },
    'registry-modules': { name, provider: 'aws' },
    'registry-module-versions': { version: `2.0.${number}` },
    teams: { name },
    'trusted-issuers': { name, issuer: `https://${name}.example` },
    users: { username: name, email, password: 'correct horse battery' },
  }
  return all[type] ?? {}
}
