import { dataOf, pathOf, type Traffic } from './traffic.js'

const kind = 'publish a module'

/** Makes a module, by its `namespace/name/provider`, and answers its path. */
export async function createModule(traffic: Traffic, address: string): Promise<string> {
  const [namespace, name, provider] = address.split('/')
  const path = `/api/v2/organizations/${namespace}/registry-modules`
  await traffic.write({
    ...{ kind, action: 'module.create', method: 'POST', path, status: 201 },
    data: { type: 'registry-modules', attributes: { name, provider } },
  })
  return `${path}/private/${address}`
}

/** The number of a version first, then its archive. */
export async function publishVersion(
  traffic: Traffic,
  module: string,
  version: string,
  bytes: Buffer,
): Promise<void> {
  const made = await traffic.write({
    ...{ kind, action: 'module-version.create', method: 'POST', path: `${module}/versions`, status: 201 },
    data: { type: 'registry-module-versions', attributes: { version } },
  })
  const path = pathOf(dataOf(made).links?.upload)
  const upload = { kind, action: 'module-version.publish', method: 'PUT', path, status: 200 } as const
  await traffic.write({ ...upload, isSigned: true, bytes })
}
