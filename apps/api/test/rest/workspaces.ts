import { expect } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, documentOf } from '../rest.js'

export const path = '/organizations/Acme/workspaces'
export const workspace = (attributes: object): object => documentOf('workspaces', attributes)

/** A name that no other workspace has. */
export const fresh = ({ make }: TestApp): string => `workspace-${make.next()}`

interface Attributes {
  readonly name: string
  readonly description: string | null
  readonly 'engine-version': string
}

export interface WorkspaceSetup {
  readonly app: TestApp
  readonly admin: Person
  readonly owner: Person
  readonly acme: Organization
  /** The resource of a workspace that was made over REST. */
  create(attributes?: object, by?: Person): Promise<{ id: string; attributes: Attributes }>
  setRules(rules: { workspaceLimit?: number | null; accessBetaTools?: boolean }): Promise<unknown>
}

/** An organization, and engine versions of every kind: the newest that is for all organizations is 1.10.0. */
export async function openWorkspaceSetup(): Promise<WorkspaceSetup> {
  const app = await startTestApp({ ENGINE_ALIASES: 'terraform', LOG_LEVEL: 'silent' })
  const admin = await app.make.administrator()
  const owner = await app.make.user('ana')
  const acme = await app.make.organization(owner, 'Acme')
  for (const version of ['1.0.0', '1.10.0', '1.9.0', '2.1.0-rc1'])
    await app.make.engineVersion(admin, version)
  await app.make.engineVersion(admin, '2.0.0', { beta: true })
  await app.make.engineVersion(admin, '3.0.0', { enabled: false })
  return {
    app,
    admin,
    owner,
    acme,
    async create(attributes = {}, by = owner) {
      const answer = await as(app, by).post(path, { body: workspace({ name: fresh(app), ...attributes }) })
      expect(answer.status, answer.text).toBe(201)
      return answer.body.data
    },
    setRules: (rules) => app.prisma.organization.update({ where: { id: acme.id }, data: rules }),
  }
}
