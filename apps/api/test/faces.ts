/** One path of each face with the body that its errors have. */
export interface FacePath {
  readonly method: 'get' | 'post' | 'put'
  readonly path: string
  unavailable(message: string): object
}

const jsonApi = (detail: string) => ({ errors: [{ status: '503', title: 'service unavailable', detail }] })
const registry = (message: string) => ({ errors: [message] })
const graphql = (message: string) => ({ errors: [{ message, extensions: { code: 'UNAVAILABLE' } }] })

/** Faces that identify their caller by a token, or need none. */
export const facesByToken: readonly FacePath[] = [
  { method: 'get', path: '/api/v2/organizations', unavailable: jsonApi },
  { method: 'post', path: '/api/v2/organizations', unavailable: jsonApi },
  { method: 'get', path: '/api/registry/private/v2/gpg-keys', unavailable: jsonApi },
  { method: 'get', path: '/api/exports/audit-events.csv', unavailable: jsonApi },
  { method: 'post', path: '/admin/initial-admin-user?token=wrong', unavailable: jsonApi },
  { method: 'post', path: '/graphql', unavailable: graphql },
  { method: 'get', path: '/v1/modules/acme/network/aws/versions', unavailable: registry },
  { method: 'get', path: '/v1/providers/acme/cloud/versions', unavailable: registry },
  { method: 'get', path: '/v2/modules/acme/network/aws/downloads/summary', unavailable: registry },
]

/** Faces that identify their caller by the signature of the address, or that answer without a look-up. */
export const otherFaces: readonly FacePath[] = [
  { method: 'get', path: '/api/v2/ping', unavailable: jsonApi },
  { method: 'get', path: '/api/registry/public/v1/modules/a/b/c/versions', unavailable: registry },
  { method: 'put', path: '/api/uploads/object/modver-1?signature=a', unavailable: jsonApi },
  { method: 'put', path: '/api/uploads/providers/provver-1/shasums', unavailable: jsonApi },
  { method: 'get', path: '/api/registry/v1/archives/modver-1.tar.gz', unavailable: registry },
  { method: 'get', path: '/api/registry/v1/provider-files/provver-1/shasums', unavailable: registry },
]
