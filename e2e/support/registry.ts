import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { create } from 'tar'
import type { Rest } from './rest.js'

/** A symbolic link, or another name of a file that comes before it. */
type Link = { readonly symlink: string } | { readonly hardLink: string }

/** The files of a module, by their path in it. */
export type ModuleFiles = Readonly<Record<string, string | Uint8Array | Link>>

/** Makes the organization and the module of an address such as `acme/network/aws`. */
export async function createModule(rest: Rest, address: string): Promise<void> {
  const [organization = ''] = address.split('/')
  await rest.create('/organizations', 'organizations', {
    name: organization,
    email: `${organization}@example.com`,
  })
  await addModule(rest, address)
}

/** Makes a further module in an organization that is there. */
export async function addModule(rest: Rest, address: string): Promise<void> {
  const [organization, name, provider] = address.split('/')
  await rest.create(`/organizations/${organization}/registry-modules`, 'registry-modules', {
    name,
    provider,
    'registry-name': 'private',
  })
}

/** Publishes a version as scripts do: ask for the upload link, then `PUT` the archive there, without a token. */
export async function publishVersion(
  rest: Rest,
  address: string,
  version: string,
  files: ModuleFiles,
): Promise<void> {
  const [organization] = address.split('/')
  const { links } = await rest.create(
    `/organizations/${organization}/registry-modules/private/${address}/versions`,
    'registry-module-versions',
    { version },
  )
  await rest.upload(links['upload'], await archiveOf(files))
}

/** Deprecates, revokes or restores a published version. */
export async function setLifecycle(
  rest: Rest,
  address: string,
  version: string,
  status: 'Deprecated' | 'Revoked' | 'Undeprecated',
): Promise<void> {
  const [organization] = address.split('/')
  const path = `/organizations/${organization}/registry-modules/private/${address}/${version}`
  const deprecation = {
    'deprecated-status': status,
    reason: 'A hole in it',
    link: 'https://news.example/hole',
  }
  const answer = await rest.patch(path, 'registry-module-versions', { deprecation })
  if (answer.status !== 200) throw new Error(`PATCH ${path}: ${JSON.stringify(answer)}`)
}

/** The text of a module with one output. */
export const greeting = (text: string): string => `output "greeting" {\n  value = "${text}"\n}\n`

/** A configuration that calls one module of a registry, as `it`. */
export const calling = (source: string, version: string): string =>
  `module "it" {\n  source  = "${source}"\n  version = "${version}"\n}\n`

/** A gzip tar with these files at its root. */
export async function archiveOf(files: ModuleFiles): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-module-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      if (typeof text === 'string' || text instanceof Uint8Array) await writeFile(join(folder, path), text)
      else if ('symlink' in text) await symlink(text.symlink, join(folder, path))
      else await link(join(folder, text.hardLink), join(folder, path))
    }
    const chunks: Buffer[] = []
    for await (const chunk of create({ gzip: true, cwd: folder }, Object.keys(files))) chunks.push(chunk)
    return Buffer.concat(chunks)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
