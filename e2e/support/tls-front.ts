import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { createServer, type TLSSocket } from 'node:tls'
import { generate } from 'selfsigned'

const address = '127.0.0.1'

/** A proxy that ends TLS before an API, as that of a real site does; its certificate is self-signed. */
export interface TlsFront {
  readonly url: string
  /** The certificate, for clients that are to trust it. */
  readonly certificateFile: string
  /** Forwards connections to this address from now on. */
  leadTo(apiUrl: string): void
  close(): Promise<void>
}

/** A certificate for an address of this machine, self-signed. */
export async function certificateOf(ip: string): Promise<{ readonly key: string; readonly cert: string }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: ip }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip }] }],
  })
  return { key, cert }
}

export type Certificate = Readonly<Record<'key' | 'cert', string>>

/** A private authority. */
export async function authorityOf(name: string): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  return { key, cert }
}

/** A certificate that an authority issued for these addresses and for `localhost`. */
export async function issuedBy(ca: Certificate, addresses: readonly string[]): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'servers' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca,
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [{ type: 2, value: 'localhost' }, ...addresses.map((ip) => ({ type: 7 as const, ip }))],
      },
    ],
  })
  return { key, cert }
}

export async function openTlsFront(): Promise<TlsFront> {
  const { key, cert } = await certificateOf(address)
  const folder = await mkdtemp(join(tmpdir(), 'engine-tls-'))
  const certificateFile = join(folder, 'certificate.pem')
  await writeFile(certificateFile, cert)
  let port = 0
  const open = new Set<TLSSocket>()
  const server = createServer({ key, cert }, (outside) => {
    open.add(outside)
    // Either side may leave at any moment: the other goes with it.
    pipeline(outside, connect(port, address), outside, () => open.delete(outside))
  })
  await once(server.listen(0, address), 'listening')
  return {
    url: `https://${address}:${(server.address() as AddressInfo).port}`,
    certificateFile,
    leadTo: (apiUrl) => void (port = Number(new URL(apiUrl).port)),
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
