import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { catalogue } from '../catalogue.js'
import type { Method, Resource } from '../jsonapi/resource.js'
import type { FaceServices } from '../../http/face-services.js'
import { headers, refusalResponses, responsesOf } from './answers.js'
import { withExamples } from './examples.js'
import { parameters, requestOf } from './requests.js'
import { tags } from './tags.js'
import { exportPaths } from './exports.js'
import { uploadPaths } from './uploads.js'

const description = `
JSON:API documents for scripts and client libraries. Every request carries \`Authorization: Bearer <token>\`.

- **Names.** The document says \`engine\`. Where the service is configured with \`ENGINE_ALIASES\`, every name with that
  word (path segments, resource types, attributes, headers) has aliases with the other words: accepted in place of it,
  and returned in addition to it. Values are never renamed.
- **Refusals** are reported all at once, one error object a fault, checked in this order: 401, 404, 405, 412,
  413, 415, 400, 422. A missing thing and one that the caller may not know of cannot be distinguished.
- **Methods.** \`HEAD\` works wherever \`GET\` does, \`OPTIONS\` answers \`Allow\`, any other method is 405 with \`Allow\`.
- **Bodies** may come as \`application/vnd.api+json\` or \`application/json\`.
- **Attributes.** Unknown ones are ignored; a known one of the wrong JSON type is refused. At creation null counts as
  absent; on PATCH it unsets what can be unset.
- **Unknown query parameters** are ignored, but for an unknown \`filter[…]\` or \`include\`. Twice the same is 400.
`.trim()

/** Makes the OpenAPI document from the schemas that check requests and responses; building it needs no service. */
export function openApiDocument(): object {
  return withExamples(
    createDocument({
      openapi: '3.1.0',
      info: { title: 'Platform API', version: '2.6', description },
      servers: [{ url: '/', description: 'The service that sent this document' }],
      security: [{ bearer: [] }],
      tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'The token of a user, a team or an organization.',
          },
        },
        headers,
        parameters,
        responses: refusalResponses,
      },
      paths: { ...catalogued(), ...exportPaths, ...uploadPaths },
    }),
  )
}

function catalogued(): ZodOpenApiPathsObject {
  const items = Object.entries(catalogue({} as FaceServices)).map(([path, resource]) => [
    path.replace(/:(\w+)/g, '{$1}'),
    pathItem(path, resource),
  ])
  return Object.fromEntries(items) as ZodOpenApiPathsObject
}

function pathItem(path: string, resource: Resource): Record<string, ZodOpenApiOperationObject> {
  const operations = Object.entries(resource.operations).map(([name, operation]) => {
    const method = name as Method
    const { summary, denial, proof } = operation
    return [
      name.toLowerCase(),
      {
        operationId: `${name.toLowerCase()}${operationName(path)}`,
        tags: [resource.tag],
        summary,
        ...(denial !== undefined && { description: `403: ${denial}.` }),
        ...(proof !== undefined && { description: `401: ${proof}.` }),
        ...(resource.isOpen && { security: resource.takesBearer ? [{}, { bearer: [] }] : [] }),
        ...requestOf(path, resource, method, operation),
        responses: responsesOf(path, resource, method, operation),
      },
    ]
  })
  return Object.fromEntries(operations) as Record<string, ZodOpenApiOperationObject>
}

/** `/api/v2/admin/engine-versions/:id` → `AdminEngineVersionsById`. */
const operationName = (path: string): string =>
  path
    .replace(/^\/api\/(v2|registry\/private\/v2)/, '')
    .replace(/\/:/g, '/by-')
    // Of a path that has a second spelling it stays apart, so that both have names.
    .replace('remote_state', 'remoteState_underscored')
    .replace(/[^A-Za-z0-9]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
