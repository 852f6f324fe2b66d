import type { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi'
import { interfaceCheckDocument } from '../registry-modules/module-interface.presenter.js'
import { refusalsNamed, successOf } from './answers.js'

interface PathPart {
  readonly name: string
  readonly description: string
  readonly words?: string[]
}

/** Where files go, without a bearer (contract §6 and §7); the addresses are signed and in other answers. */
export const uploadPaths: ZodOpenApiPathsObject = {
  '/api/uploads/object/{id}': {
    put: upload('Registry modules', 'putUploadsObjectById', {
      summary: 'Upload the archive of a module version: a gzipped tar with the module at its root',
      description:
        'The address is `links.upload` of the version when it is created. 200 means that it is published; the very ' +
        'bytes may come again.',
      parts: [{ name: 'id', description: 'The id of the version.' }],
    }),
  },
  '/api/uploads/checks/{moduleId}/{version}': {
    put: upload('Registry modules', 'putUploadsChecksByModuleIdByVersion', {
      summary: 'Ask what sources would break as a version of a module; nothing is kept',
      description:
        'The address is `interfaceCheckUrl` of a module in GraphQL. Takes what an archive of a version is, or its ' +
        'sources alone.',
      parts: [
        { name: 'moduleId', description: 'The id of the module.' },
        { name: 'version', description: 'The number that the version shall have.' },
      ],
      answer: {
        schema: interfaceCheckDocument,
        example: {
          ...{ comparedWith: '1.2.4', step: 'minor', wantedStep: 'major' },
          breaking: [{ path: '', kind: 'input', name: 'cidr', reason: 'input-removed' }],
          ...{ breakingCount: 1, policy: 'refuse', refused: true },
          sentence: '1.3.0 breaks callers of 1.2.4: input cidr was removed. By SemVer this is 2.0.0.',
          wantedVersion: '2.0.0',
        },
      },
    }),
  },
  '/api/uploads/states/{id}/{kind}': {
    put: upload('States', 'putUploadsStatesByIdByKind', {
      summary: 'Upload a state, or the same as JSON for other programs',
      description:
        'The address is one of the `hosted-…-upload-url` of a state version, good as long as the lock under which that ' +
        'was made.',
      parts: [
        { name: 'id', description: 'The id of the state version.' },
        { name: 'kind', description: 'Which file.', words: ['state', 'json'] },
      ],
      conflict: true,
    }),
  },
  '/api/uploads/providers/{ownerId}/{kind}': {
    put: upload('Registry providers', 'putUploadsProvidersByOwnerIdByKind', {
      summary: 'Upload a file of a private provider: checksums, their signature, or the zip of a platform',
      description:
        'The address is one of the `…-upload` links of the version or the platform. The very bytes may come again.',
      parts: [
        { name: 'ownerId', description: 'The id of the version or the platform.' },
        { name: 'kind', description: 'Which file.', words: ['shasums', 'shasums-sig', 'binary'] },
      ],
    }),
  },
}

interface UploadText {
  readonly summary: string
  readonly description: string
  readonly parts: readonly PathPart[]
  readonly conflict?: boolean
  /** What is answered, where anything is. */
  readonly answer?: { readonly schema: z.ZodType; readonly example: object }
}

function upload(
  tag: string,
  operationId: string,
  { summary, description, parts, conflict = false, answer }: UploadText,
): ZodOpenApiOperationObject {
  const named = parts.map(({ name, description: about, words }) => ({
    name,
    in: 'path' as const,
    required: true,
    description: about,
    schema: { type: 'string' as const, ...(words && { enum: words }) },
  }))
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: [],
    parameters: named,
    requestBody: { required: true, content: { 'application/octet-stream': { schema: {} } } },
    responses: {
      '200': successOf([], answer && { 'application/json': answer }),
      ...refusalsNamed([404, ...(conflict ? [409] : []), 413, 422, 429, 500, 503, 507]),
    },
  }
}
