import type { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi'
import { interfaceCheckDocument } from '../registry-modules/module-interface.presenter.js'
import { uploadedDocsDocument, uploadedDocsExample } from '../registry-providers/provider-docs.presenter.js'
import { refusalsNamed, successOf } from './answers.js'

interface PathPart {
  readonly name: string
  readonly description: string
  readonly words?: string[]
}

/**
 * Paths that receive files: without a bearer where other answers have their signed addresses (contract §6 and §7), and with
 * that of a site administrator for imported files (§14).
 */
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
          ...{ breakingCount: 1, missingStep: 'major', breaksPromise: true, policy: 'refuse', refused: true },
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
        { name: 'kind', description: 'The kind of file.', words: ['state', 'json'] },
      ],
      conflict: true,
    }),
  },
  '/api/uploads/providers/{ownerId}/docs': {
    put: upload('Registry providers', 'putUploadsProvidersByOwnerIdDocs', {
      summary: 'Upload the documentation of a version: a gzipped tar with its pages at its root or in docs/',
      description:
        'The address is `links.docs-upload` of the version. It replaces all pages; at most 20 MiB, 100 MiB unpacked and ' +
        '5,000 files.',
      parts: [{ name: 'ownerId', description: 'The id of the version.' }],
      answer: { schema: uploadedDocsDocument, example: uploadedDocsExample },
    }),
  },
  '/api/uploads/providers/{ownerId}/{kind}': {
    put: upload('Registry providers', 'putUploadsProvidersByOwnerIdByKind', {
      summary: 'Upload a file of a private provider: checksums, their signature, or the zip of a platform',
      description:
        'The address is one of the `…-upload` links of the version or the platform. The very bytes may come again.',
      parts: [
        { name: 'ownerId', description: 'The id of the version or the platform.' },
        { name: 'kind', description: 'The kind of file.', words: ['shasums', 'shasums-sig', 'binary'] },
      ],
    }),
  },
}

const importPath =
  '/api/v2/admin/public-providers/{origin}/{namespace}/{name}/versions/{version}/files/{filename}'

uploadPaths[importPath] = {
  put: upload('Public providers', 'putAdminPublicProvidersFile', {
    summary: 'Import a file of a public provider; no origin has to be reachable',
    description:
      'A zip, SHA256SUMS, its signature, or the armoured keys of its signers, in any order. 201 for a file that was not ' +
      'there, 200 for its very bytes. Without SHA256SUMS and a signature by a known key a version is on the mirror alone.',
    parts: [
      { name: 'origin', description: 'The host that the provider is registered at.' },
      { name: 'namespace', description: 'The namespace there.' },
      { name: 'name', description: 'The name there.' },
      { name: 'version', description: 'The version.' },
      {
        name: 'filename',
        description:
          'Ends in `NAME_VERSION_OS_ARCH.zip`, `NAME_VERSION_SHA256SUMS`, `…_SHA256SUMS.sig` or `…_SHA256SUMS.asc`.',
      },
    ],
    isByBearer: true,
  }),
}

interface UploadText {
  readonly summary: string
  readonly description: string
  readonly parts: readonly PathPart[]
  readonly conflict?: boolean
  /** True where a bearer is needed, and a file that was not there is 201. */
  readonly isByBearer?: boolean
  /** Schema and example of the answer, if it has a body. */
  readonly answer?: { readonly schema: z.ZodType; readonly example: object }
}

function upload(
  tag: string,
  operationId: string,
  { summary, description, parts, conflict = false, isByBearer = false, answer }: UploadText,
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
    ...(!isByBearer && { security: [] }),
    parameters: named,
    requestBody: { required: true, content: { 'application/octet-stream': { schema: {} } } },
    responses: {
      '200': successOf([], answer && { 'application/json': answer }),
      ...(isByBearer && { '201': successOf([]), ...refusalsNamed([401]) }),
      ...refusalsNamed([404, ...(conflict ? [409] : []), 413, 422, 429, 500, 503, 507]),
    },
  }
}
