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
  const modules = `/api/v2/organizations/${namespace}/registry-modules`
  const post = async (path: string, type: string, attributes: object): Promise<string> => {
    const body = JSON.stringify({ data: { type, attributes } })
    const answer = await client.ask(path, token, { method: 'POST', body, type: 'application/vnd.api+json' })
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer.text
  }
  await post(modules, 'registry-modules', { name, provider: 'aws' })
  const archive = await buffer(create({ gzip: true, cwd: `${sources}network` }, ['.']))
  let patch = 0
  return async () => {
    const path = `${modules}/private/${namespace}/${name}/aws/versions`
    const made = await post(path, 'registry-module-versions', { version: `1.0.${patch++}` })
    const { data } = JSON.parse(made) as { data: { links: { upload: string } } }
    const { pathname, search } = new URL(data.links.upload)
    const type = 'application/octet-stream'
    const answer = await client.ask(pathname + search, undefined, { method: 'PUT', body: archive, type })
    if (answer.status !== 200) throw new Error(`the upload was answered ${answer.status}: ${answer.text}`)
  }
}
