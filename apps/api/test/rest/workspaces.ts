import { expect } from 'vitest'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, documentOf } from '../rest.js'

export const path = '/organizations/Acme/workspaces'
export const workspace = (attributes: object): object => documentOf('workspaces', attributes)

/** A name that no other workspace has. */
export const fresh = ({ make }: TestApp): string => `workspace-${make.next()}`

interface Made {
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>> & {
    readonly name: string
    readonly description: string | null
    readonly 'engine-version': string
  }
  readonly links: Readonly<Record<string, string>>
}

/** The resource of a workspace of `Acme` that was made over REST. */
export async function createWorkspace(app: TestApp, by: Person, attributes: object): Promise<Made> {
  const answer = await as(app, by).post(path, { body: workspace({ name: fresh(app), ...attributes }) })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data
}

/** An organization, and engine versions of every kind: the newest that is for all organizations is 1.10.0. */
export async function openWorkspaceSetup() {
  const app = await startTestApp({ ENGINE_ALIASES: 'terraform', LOG_LEVEL: 'silent' })
  const admin = await app.make.administrator()
  const owner = await app.make.user('ana')
  const acme = await app.make.organization(owner, 'Acme')
  for (const version of ['1.0.0', '1.10.0', '1.9.0', '2.1.0-rc1'])
    await app.make.engineVersion(admin, version)
  await app.make.engineVersion(admin, '2.0.0', { beta: true })
  await app.make.engineVersion(admin, '3.0.0', { enabled: false })
  return {
    ...{ app, admin, owner, acme },
    create: (attributes: object = {}, by = owner) => createWorkspace(app, by, attributes),
    setRules: (rules: { workspaceLimit?: number | null; accessBetaTools?: boolean }) =>
      app.prisma.organization.update({ where: { id: acme.id }, data: rules }),
  }
}
