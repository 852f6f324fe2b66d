import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { filesIn } from './folder.js'
import { folderOf } from './folder.testing.js'

const namesIn = async (folder: string) => [...(await filesIn(folder)).keys()]
const emptyFiles = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, '']))

test('the files come sorted by their bytes, without settings, secrets, states and the program itself', async () => {
  const folder = await folderOf(
    emptyFiles(
      'main.tf',
      'Z.tf',
      'modules/net/main.tf',
      'modules-old.tf',
      'files/.htaccess',
      '.git/config',
      '.hidden.hcl',
      'modules/net/.cache/x',
      '.env',
      'files/.env.local',
      'state.tfstate',
      'modules/net/state.tfstate.backup',
      'files/.DS_Store',
      'files/._main.tf',
      'engine-publish.mjs',
    ),
  )
  await mkdir(join(folder, 'empty'))
  expect(await namesIn(folder)).toEqual([
    'Z.tf',
    'files/.htaccess',
    'main.tf',
    'modules-old.tf',
    'modules/net/main.tf',
  ])
})

test('.engineignore leaves out more, and brings something back', async () => {
  const folder = await folderOf({
    ...emptyFiles('main.tf', 'test/a.tf', 'docs/b.md', 'docs/keep.md', 'deep/x.log', '.tool/y', '.settings'),
    '.engineignore': '# ours\n/test/\ndocs/*\n!docs/keep.md\n*.log\n!.tool/\n!/.settings\n',
  })
  expect(await namesIn(folder)).toEqual(['.settings', '.tool/y', 'docs/keep.md', 'main.tf'])
})

test('a missing folder, a file instead of one, and an empty one are told apart', async () => {
  const folder = await folderOf(emptyFiles('main.tf', '.git/config'))
  await expect(filesIn(join(folder, 'nope'))).rejects.toMatchObject({
    kind: 'usage',
    message: /no such folder/,
  })
  await expect(filesIn(join(folder, 'main.tf'))).rejects.toMatchObject({
    kind: 'usage',
    message: /no folder/,
  })
  await expect(filesIn(await folderOf(emptyFiles('.env')))).rejects.toMatchObject({
    message: /nothing in it/,
  })
})

test.skipIf(process.platform === 'win32')('what is no file, folder or link is a fault', async () => {
  const folder = await folderOf(emptyFiles('main.tf'))
  const server = createServer().listen(join(folder, 'socket'))
  onTestFinished(() => void server.close())
  await expect.poll(() => server.listening).toBe(true)
  await expect(filesIn(folder)).rejects.toMatchObject({
    kind: 'module',
    message: 'socket: a module holds files, folders and links only',
  })
})
