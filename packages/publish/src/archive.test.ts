import { chmod, link, mkdir, readFile, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { list, type ReadEntry } from 'tar'
import { expect, test } from 'vitest'
import { withArchive } from './archive.js'
import { contentsIn } from './folder.js'
import { folderOf } from './folder.testing.js'

const files = { 'main.tf': 'output "a" { value = 1 }\n', 'bin/run.sh': '#!/bin/sh\n', '@odd.tf': '' }

const packed = async (folder: string) =>
  withArchive(folder, (await contentsIn(folder)).files, async ({ path, size, sha256 }) => {
    expect((await readFile(path)).length).toBe(size)
    const entries: ReadEntry[] = []
    await list({ file: path, onReadEntry: (entry) => void entries.push(entry) })
    return { sha256, entries }
  })

test('the same contents make the same archive, whenever and by whomever they were written', async () => {
  const [one, two] = [await folderOf(files), await folderOf(files)]
  for (const folder of [one, two]) await chmod(join(folder, 'bin/run.sh'), folder === one ? 0o700 : 0o775)
  await chmod(join(two, 'main.tf'), 0o600)
  await utimes(join(two, 'main.tf'), 1, 1)
  const [first, second] = [await packed(one), await packed(two)]
  expect(second.sha256).toBe(first.sha256)
  expect(
    first.entries.map(({ path, mode, uid, uname, mtime }) => ({ path, mode, uid, uname, mtime })),
  ).toEqual(
    [
      ['./@odd.tf', 0o644],
      ['./bin/run.sh', 0o755],
      ['./main.tf', 0o644],
    ].map(([path, mode]) => ({ path, mode, uid: undefined, uname: '', mtime: new Date(0) })),
  )
})

test.skipIf(process.platform === 'win32')(
  'links become what they lead to, and a file with two names is two files',
  async () => {
    const folder = await folderOf({ 'main.tf': 'x' })
    await mkdir(join(folder, 'modules/net'), { recursive: true })
    await symlink('main.tf', join(folder, 'soft.tf'))
    await symlink('../../main.tf', join(folder, 'modules/net/main.tf'))
    await symlink('net', join(folder, 'modules/copy'))
    await link(join(folder, 'main.tf'), join(folder, 'hard.tf'))
    const { entries } = await packed(folder)
    expect(entries.map(({ path, type, size, linkpath }) => [path, type, size, linkpath])).toEqual([
      ['hard.tf', 'File', 1, undefined],
      ['main.tf', 'File', 1, undefined],
      ['modules/copy/main.tf', 'File', 1, undefined],
      ['modules/net/main.tf', 'File', 1, undefined],
      ['soft.tf', 'File', 1, undefined],
    ])
  },
)

test.skipIf(process.platform === 'win32').each([
  ['out of the folder', '../outside.tf', 'leads out of the archive, to "../outside.tf"'],
  ['to a file that is left out', '.env', 'leads to ".env", which is not in the archive'],
])('a link %s is refused by name', async (_, target, words) => {
  const folder = await folderOf({ 'main.tf': 'x', '.env': 'secret' })
  await symlink(target, join(folder, 'soft.tf'))
  await expect(packed(folder)).rejects.toThrow(`the link "soft.tf" ${words}: put what it should lead to`)
})

test('nothing is left behind, whatever comes of it', async () => {
  const folder = await folderOf(files)
  let archivePath = ''
  const failing = withArchive(folder, (await contentsIn(folder)).files, async ({ path }) => {
    archivePath = path
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await expect(readFile(archivePath)).rejects.toMatchObject({ code: 'ENOENT' })
})
