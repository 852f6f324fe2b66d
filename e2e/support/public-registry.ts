import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cliPlatform, newSigningKey, signedFiles } from './providers.js'
import { archiveOf, type ModuleFiles } from './registry.js'

/** A public registry on this machine, with one module and one provider, each of version 1.0.0. */
export interface PublicRegistry {
  readonly url: string
  /** The paths that were asked for, with the `Authorization` that came along. */
  readonly asked: readonly { readonly path: string; readonly authorization: string | undefined }[]
  /** From now on it answers 500 to everything but files. */
  fail(): void
  stop(): Promise<void>
}

export async function startPublicRegistry(module: ModuleFiles): Promise<PublicRegistry> {
  const key = await newSigningKey('rsa')
  const { zip, shasum, filename, shasums, signature } = await signedFiles('cloud', '1.0.0', key)
  const { os, arch } = cliPlatform
  const documents: Record<string, object> = {
    '/v1/modules/someone/network/aws/versions': { modules: [{ versions: [{ version: '1.0.0' }] }] },
    '/v1/providers/someone/cloud/versions': {
      versions: [{ version: '1.0.0', protocols: ['5.0'], platforms: [{ os, arch }] }],
    },
    [`/v1/providers/someone/cloud/1.0.0/download/${os}/${arch}`]: {
      ...{ protocols: ['5.0'], os, arch, filename, shasum },
      download_url: '/files/provider.zip',
      shasums_url: '/files/SHA256SUMS',
      shasums_signature_url: '/files/SHA256SUMS.sig',
      signing_keys: { gpg_public_keys: [{ key_id: key.keyId, ascii_armor: key.armor }] },
    },
  }
  const files: Record<string, Buffer> = {
    '/files/provider.zip': zip,
    '/files/SHA256SUMS': shasums,
    '/files/SHA256SUMS.sig': signature,
    '/files/module.tar.gz': await archiveOf(module),
  }
  const asked: { path: string; authorization: string | undefined }[] = []
  let fails = false
  const server = createServer((req, res) => {
    const path = req.url ?? ''
    asked.push({ path, authorization: req.headers.authorization })
    if (files[path]) return res.end(files[path])
    if (fails) return res.writeHead(500).end()
    if (path === '/v1/modules/someone/network/aws/1.0.0/download')
      return res.writeHead(204, { 'x-terraform-get': '/files/module.tar.gz' }).end()
    if (!documents[path]) return res.writeHead(404).end()
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(documents[path]))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    fail: () => void (fails = true),
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
