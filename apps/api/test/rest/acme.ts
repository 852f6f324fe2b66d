import { startTestApp } from '../app.js'

/** An app with one organization, `Acme`, and its owner. */
export async function startAcme() {
  const app = await startTestApp({ LOG_LEVEL: 'silent' })
  const owner = await app.make.user('ana')
  return { app, owner, acme: await app.make.organization(owner, 'Acme') }
}
