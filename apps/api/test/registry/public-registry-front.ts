import { startTestApp, type TestApp } from '../app.js'
import { registry } from '../modules/module-requests.js'
import { onFinished } from '../on-finished.js'
import { PublicRegistryTwin } from './public-registry-twin.js'

export const mount = '/api/registry/public/v1'

/** An app whose public registry is a twin that a test can make say anything, or fail. */
export async function startFront() {
  const twin = await PublicRegistryTwin.start()
  onFinished(() => twin.stop())
  const app = await startTestApp({
    LOG_LEVEL: 'silent',
    ENGINE_ALIASES: 'terraform',
    PUBLIC_REGISTRY_URL: `${twin.url}/`,
  })
  const ana = await app.make.user('ana')
  const ask = (path: string, options: Parameters<typeof registry>[3] = {}) =>
    registry(app, ana, `${mount}${path}`, options)
  const stop = async (): Promise<void> => {
    await app.stop()
    await twin.stop()
  }
  return { twin, app, ana, ask, stop }
}

export type Front = Awaited<ReturnType<typeof startFront>>

/** A path that was not asked for yet, and the twin's name of it. */
export const fresh = ({ make }: TestApp): { path: string; upstream: string } => {
  const path = `/modules/someone/fresh-${make.next()}/aws/versions`
  return { path, upstream: `/v1${path}` }
}
