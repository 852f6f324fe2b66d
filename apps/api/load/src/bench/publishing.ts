import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { create } from 'tar'
import type { BenchClient } from './client.js'

const sources = fileURLToPath(new URL('../../../../../prisma/seed/modules/', import.meta.url))

/** A new module, and what publishes its next version: the number, then the archive. */
export async function publisher(client: BenchClient, token: string): Promise<() => Promise<void>> {
  const namespace = 'team-0000'
  const name = `published-${randomBytes(6).toString('hex')}`
  const modules = `/organizations/${namespace}/registry-modules`
  await client.post(modules, token, 'registry-modules', { name, provider: 'aws' })
  const versions = `${modules}/private/${namespace}/${name}/aws/versions`
  const archive = await buffer(create({ gzip: true, cwd: `${sources}network` }, ['.']))
  let patch = 0
  return async () => {
    const version = `1.0.${patch++}`
    const { links } = await client.post(versions, token, 'registry-module-versions', { version })
    await client.upload(links.upload, archive)
  }
}
