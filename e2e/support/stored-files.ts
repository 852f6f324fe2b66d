import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Api } from './platform.js'

/** Runs `publish` and then changes the last byte of the one file with this ending that it left in the API's folder. */
export async function alterStored(
  { dataDir }: Api,
  ending: string,
  publish: () => Promise<void>,
): Promise<void> {
  const folder = join(dataDir, 'files')
  const stored = async () =>
    (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(ending))
  const before = await stored()
  await publish()
  const [name = '', ...others] = (await stored()).filter((file) => !before.includes(file))
  if (name === '' || others.length > 0)
    throw new Error(`Not one new ${ending}: ${[name, ...others].join(' ')}`)
  const bytes = await readFile(join(folder, name))
  const last = bytes.length - 1
  bytes[last] = (bytes[last] ?? 0) ^ 1
  await writeFile(join(folder, name), bytes)
}
