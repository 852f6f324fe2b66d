import type { Response } from 'supertest'
import { expect } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import type { TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, dataOf, documentOf } from '../rest.js'

/** A caller: a person, the value of a token, or none. */
export type Caller = Person | string | undefined

/** A module of one file; another output makes other bytes. */
export const moduleArchive = (output = 'hello'): Buffer =>
  archive(file('main.tf', `output "greeting" { value = "${output}" }\n`))

/** `acme/network/aws` → the path of its resource. */
export function modulePath(address: string): string {
  return `/organizations/${address.split('/')[0]}/registry-modules/private/${address}`
}

export async function createModule(
  app: TestApp,
  by: Caller,
  address: string,
  attributes: object = {},
): Promise<{ id: string; attributes: Record<string, unknown> }> {
  const [namespace, name, provider] = address.split('/')
  const body = documentOf('registry-modules', { name, provider, ...attributes })
  const answer = await as(app, by).post(`/organizations/${namespace}/registry-modules`, { body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data
}

export function createVersion(
  app: TestApp,
  by: Caller,
  address: string,
  version: unknown,
): Promise<Response> {
  const body = documentOf('registry-module-versions', { version })
  return as(app, by).post(`${modulePath(address)}/versions`, { body })
}

/** The link of a new version, as a path on the test's own server. */
export async function uploadLink(
  app: TestApp,
  by: Caller,
  address: string,
  version: string,
): Promise<string> {
  const answer = await createVersion(app, by, address, version)
  expect(answer.status, answer.text).toBe(201)
  return pathOf(answer.body.data.links.upload)
}

export function pathOf(link: string): string {
  const { pathname, search } = new URL(link, 'http://registry.test')
  return `${pathname}${search}`
}

/** Uploads bytes without a token, as client libraries do. */
export const put = async (app: TestApp, link: string, bytes: Buffer): Promise<Response> =>
  app.http.put(link).set('Content-Type', 'application/octet-stream').send(bytes)

export async function publish(
  app: TestApp,
  by: Caller,
  address: string,
  version: string,
  bytes: Buffer = moduleArchive(),
): Promise<void> {
  const answer = await put(app, await uploadLink(app, by, address, version), bytes)
  expect(answer.status, answer.text).toBe(200)
}

/** Makes a module with these versions. */
export async function publishModule(app: TestApp, by: Caller, address: string, ...versions: string[]) {
  await createModule(app, by, address)
  for (const version of versions) await publish(app, by, address, version)
}

/** The id of a version. */
export async function versionIdOf(app: TestApp, address: string, version: string): Promise<string> {
  const [namespace = '', name = '', provider = ''] = address.split('/')
  const module = { nameKey: name.toLowerCase(), provider, organization: { nameKey: namespace.toLowerCase() } }
  return (await app.prisma.moduleVersion.findFirstOrThrow({ where: { version, module } })).id
}

/** `Deprecated`, `Revoked` or `Undeprecated`. */
export function setStatus(
  app: TestApp,
  by: Caller,
  address: string,
  version: string,
  status: string,
  facts: object = {},
): Promise<Response> {
  const deprecation = { 'deprecated-status': status, ...facts }
  const body = documentOf('registry-module-versions', { deprecation })
  return as(app, by).patch(`${modulePath(address)}/${version}`, { body })
}

/** Sets whether site administrators vouch for a module, by its id. */
export function setVerified(app: TestApp, by: Caller, id: string, verified: unknown): Promise<Response> {
  const body = documentOf('registry-modules', { verified })
  return as(app, by).patch(`/admin/registry-modules/${id}`, { body })
}

/** Sets attributes of an organization as a site administrator: whether it shares with all, is disabled and more. */
export function administer(app: TestApp, by: Caller, name: string, attributes: object): Promise<Response> {
  const body = documentOf('organizations', attributes)
  return as(app, by).patch(`/admin/organizations/${name}`, { body })
}

/** Asks the registry protocol as a caller. */
export async function registry(
  app: TestApp,
  by: Caller,
  path: string,
  { method = 'get', headers = {} }: { method?: 'get' | 'head' | 'post' | 'options'; headers?: object } = {},
): Promise<Response> {
  const token = typeof by === 'object' ? by.token : by
  const call = app.http[method](path)
    .redirects(0)
    .set({ ...headers })
  if (token !== undefined) void call.set('Authorization', `Bearer ${token}`)
  return call
}

/** The addresses of the modules that GraphQL lists by these arguments, all on one page. */
export async function foundModules(app: TestApp, by: Caller, args = ''): Promise<string[]> {
  const query = `{ registryModules${args} { nodes { namespace name provider } totalCount } }`
  const { nodes, totalCount } = (await dataOf(app, by, query))['registryModules'] as {
    nodes: object[]
    totalCount: number
  }
  expect(totalCount).toBe(nodes.length)
  return nodes.map((node) => Object.values(node).join('/'))
}

/** The versions that the engine is told of, in the order it is told. */
export async function listed(app: TestApp, by: Caller, address: string): Promise<string[]> {
  const answer = await registry(app, by, `/v1/modules/${address}/versions`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.modules[0].versions.map(({ version }: { version: string }) => version)
}

/** The link of a version's archive. */
export async function archiveLink(
  app: TestApp,
  by: Caller,
  address: string,
  version: string,
): Promise<string> {
  const answer = await registry(app, by, `/v1/modules/${address}/${version}/download`)
  expect(answer.status, answer.text).toBe(204)
  return answer.headers['x-engine-get'] ?? ''
}

/** The audit events of a subject, in order. */
export function auditOf(app: TestApp, subjectId: string): Promise<{ action: string; after: unknown }[]> {
  return app.prisma.auditEvent.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })
}

/** The same link with a signature that differs in one character. */
export const forgedLink = (link: string): string =>
  link.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`)
