import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { ModuleSource } from '@engine/module-source'
import { comparable } from '@engine/module-source/comparison'
import type { PublishedNumber } from '@engine/module-source/verdict'

/** Contents of a stand-in for a platform: one module, acme/network/aws. */
export interface StandIn {
  /** True if the token may look into the organization where there is no module. */
  readonly isOpen?: boolean
  /** Further attributes of the module; undefined where there is none. */
  readonly module?: object
  readonly published?: readonly (PublishedNumber & { readonly source: ModuleSource })[]
}

/** The address of a server that answers so, for one test. */
export const listening = (answer: RequestListener): Promise<string> => addressOf(createServer(answer))

/** The address of a proxy that hangs up on each client that asks it for a host, which it notes. */
export const hangingUp = (asked: (string | undefined)[]): Promise<string> =>
  addressOf(
    createServer().on('connect', ({ url }, socket) => {
      asked.push(url)
      socket.destroy()
    }),
  )

async function addressOf(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const organizationPath = '/api/v2/organizations/acme'
const listPath = `${organizationPath}/registry-modules`
const modulePath = `${listPath}/private/acme/network/aws`
const registryPath = '/api/registry/v1/modules/acme/network/aws'

/** Answers what is asked of a module before it is compared, and returns its address. */
export async function standIn({ isOpen, module, published = [] }: StandIn): Promise<string> {
  const detailOf = (path: string): object | undefined => {
    const shown = published.filter(({ isRevoked }) => !isRevoked)
    const found =
      path === registryPath
        ? shown[0]
        : published.find(({ version }) => path === `${registryPath}/${version}`)
    if (!found) return undefined
    // The protocol does not tell of the engine.
    const { engineConstraints: _, ...parts } = comparable(found.source)
    return { version: found.version, versions: shown.map(({ version }) => version), ...parts, examples: [] }
  }
  const resourceOf = (path: string): object | undefined => {
    if (path === `${listPath}?page[size]=1`) return isOpen ? { data: [] } : undefined
    const found = published.find(({ version }) => path === `${modulePath}/${version}`)
    const statuses = published.map(({ version }) => ({ version, status: 'ok' }))
    const attributes = {
      [modulePath]: module && { 'version-statuses': statuses, ...module },
    }[path]
    if (attributes) return { data: { id: 'x', attributes } }
    const constraints = found && Object.entries(comparable(found.source).engineConstraints ?? {})
    const said = constraints?.map(([at, constraint]) => ({ path: at, constraint }))
    return said && { data: { id: 'x', attributes: { 'engine-constraints': said } } }
  }
  return listening((req, res) => {
    const path = decodeURIComponent(req.url ?? '')
    const body = path.startsWith(registryPath) ? detailOf(path) : resourceOf(path)
    const headers = path.startsWith(registryPath) ? {} : { 'TFP-API-Version': '2.6' }
    res.writeHead(body ? 200 : 404, headers).end(JSON.stringify(body ?? { errors: [{ title: 'not found' }] }))
  })
}
