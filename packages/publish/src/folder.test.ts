import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { contentsIn } from './folder.js'
import { folderOf } from './folder.testing.js'

const namesIn = async (folder: string) => [...(await contentsIn(folder)).files.keys()]
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
  await expect(contentsIn(join(folder, 'nope'))).rejects.toMatchObject({
    kind: 'usage',
    message: /no such folder/,
  })
  await expect(contentsIn(join(folder, 'main.tf'))).rejects.toMatchObject({
    kind: 'usage',
    message: /no folder/,
  })
  await expect(contentsIn(await folderOf(emptyFiles('.env')))).rejects.toMatchObject({
    message: /nothing in it/,
  })
})

test.skipIf(process.platform === 'win32')('what is no file, folder or link is a fault', async () => {
  const folder = await folderOf(emptyFiles('main.tf'))
  const server = createServer().listen(join(folder, 'socket'))
  onTestFinished(() => void server.close())
  await expect.poll(() => server.listening).toBe(true)
  await expect(contentsIn(folder)).rejects.toMatchObject({
    kind: 'module',
    message: 'socket: a module holds files, folders and links only',
  })
})

test('a private key is left out by its contents, and what is left out is told', async () => {
  const key = `-----BEGIN ${'PRIVATE'} KEY-----\nMC4CAQAw\n-----END ${'PRIVATE'} KEY-----\n`
  const folder = await folderOf({
    ...emptyFiles(
      'main.tf',
      '.git/config',
      'node_modules/a/b.js',
      'crash.log',
      'modules/a/x.tfstate',
      'id_rsa',
    ),
    ...{
      'ca.pem': '-----BEGIN CERTIFICATE-----\n',
      'server.pem': key,
      'files/test.key': key,
      'files/kept.key': key,
    },
    '.engineignore': '!/files/kept.key\n',
  })
  const { files, leftOut } = await contentsIn(folder)
  expect([...files.keys()]).toEqual(['ca.pem', 'files/kept.key', 'main.tf'])
  expect(leftOut).toEqual([
    ...['.engineignore', '.git/', 'crash.log', 'files/test.key', 'id_rsa', 'modules/a/x.tfstate'],
    ...['node_modules/', 'server.pem'],
  ])
})

test('the ignore file of the CLI leaves out by its own rules, where there is no other', async () => {
  const files = {
    ...emptyFiles('main.tf', 'test/a.tf', 'test/keep.tf', 'docs/a.md'),
    '.terraformignore': 'test/\n!test/keep.tf\ndocs\n',
  }
  expect(await namesIn(await folderOf(files))).toEqual(['docs/a.md', 'main.tf', 'test/keep.tf'])
  expect(await namesIn(await folderOf({ ...files, '.engineignore': 'docs\n' }))).toEqual([
    ...['main.tf', 'test/a.tf', 'test/keep.tf'],
  ])
})
