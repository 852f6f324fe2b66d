import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'

/** An app with one organization, `Acme`, and its owner. */
export interface Acme {
  readonly app: TestApp
  readonly owner: Person
  readonly acme: Organization
}

export async function startAcme(): Promise<Acme> {
  const app = await startTestApp({ LOG_LEVEL: 'silent' })
  const owner = await app.make.user('ana')
  return { app, owner, acme: await app.make.organization(owner, 'Acme') }
}
