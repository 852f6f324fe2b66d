import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { repositoryPaths } from './lib/files.mjs'
import { freePort, until } from './lib/testing.mjs'
import { root } from './lib/workspace.mjs'

const minutes = 60_000

/** The same bytes under another name: a copy of all packages takes minutes. */
function link(from, to) {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

function linkFolder(from, to) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFolder(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else link(source, target)
  }
}

// The whole platform, built and started in a copy of this repository.
describe.runIf(process.env['ENGINE_TEST_FULL'])(
  'a start of the whole platform',
  { timeout: 30 * minutes },
  () => {
    let copy
    const running = new Set()
    const data = []

    beforeAll(() => {
      mkdirSync(join(root, '.cache'), { recursive: true })
      copy = mkdtempSync(join(root, '.cache/whole-'))
      const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
      const packages = workspaces
        .map((folder) => `${folder}/node_modules`)
        .filter((path) => existsSync(join(root, path)))
      for (const path of repositoryPaths(/./)) cpSync(join(root, path), join(copy, path))
      for (const path of ['node_modules', ...packages]) linkFolder(join(root, path), join(copy, path))
    }, 10 * minutes)
    afterAll(async () => {
      for (const each of running) each.kill()
      await Promise.all([...running].map(({ ended }) => ended))
      for (const folder of [copy, ...data]) rmSync(folder, { recursive: true, force: true })
    }, 10 * minutes)

    async function start() {
      const folder = mkdtempSync(join(tmpdir(), 'whole-'))
      // The embedded database runs as another user when root starts it.
      chmodSync(folder, 0o755)
      data.push(folder)
      const [port, consolePort] = [await freePort(), await freePort()]
      const env = { ...process.env, PORT: String(port), CONSOLE_PORT: String(consolePort), DATA_DIR: folder }
      const started = launch(['scripts/start.mjs', '--no-env-file'], env)
      return { ...started, data: folder, page: () => fetch(`http://127.0.0.1:${consolePort}/set-up`) }
    }

    function launch(args, env = process.env) {
      const child = spawn(process.execPath, args, {
        cwd: copy,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      let printed = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
      const ended = new Promise((resolve) => child.once('close', resolve))
      const launched = {
        ended,
        printed: () => printed,
        ready: Promise.race([
          new Promise((resolve) => child.once('message', resolve)),
          ended.then((code) => assert.equal(code, 'ready', printed)),
        ]),
        kill: () =>
          child.exitCode === null && child.signalCode === null && process.kill(-child.pid, 'SIGKILL'),
        stop: () => (child.kill('SIGTERM'), ended),
      }
      launched.ready.catch(() => {})
      running.add(launched)
      void ended.then(() => running.delete(launched))
      return launched
    }

    const folders = () =>
      [
        'packages/shared/dist',
        'packages/threads/dist',
        'packages/limited-server/dist',
        'packages/module-source/dist',
        'packages/provider-source/dist',
        'packages/publish/dist',
      ]
        .concat(['apps/api/src/generated', 'apps/api/dist', 'apps/api/load/dist'])
        .concat(['apps/console/src/data/generated', 'apps/console/.next.types', 'apps/console/.next'])
        .map((folder) => join(copy, folder))

    async function comesUp() {
      const platform = await start()
      await platform.ready
      assert.equal((await platform.page()).status, 200)
      return platform
    }

    test('comes up after one was killed outright while each of its folders was made', async () => {
      for (const folder of folders()) {
        rmSync(folder, { recursive: true, force: true })
        const killed = await start()
        await until(() => existsSync(`${folder}.new`) || assert.ok(!existsSync(folder), killed.printed()))
        killed.kill()
        await killed.ended
      }
      await (await comesUp()).stop()
    })

    test('comes up while another one, or a build, runs, when nothing is built yet', async () => {
      for (const folder of folders()) rmSync(folder, { recursive: true, force: true })
      const builds = launch(['scripts/build.mjs'])
      const both = await Promise.all([comesUp(), comesUp()])
      assert.equal(await builds.ended, 0, builds.printed())
      for (const platform of both) await platform.stop()
    })

    test('leaves the files of a running platform alone, as every other command does', async () => {
      const first = await comesUp()
      const times = () => folders().map((folder) => statSync(join(folder, '.made.json')).mtimeMs)
      const before = times()
      const second = await comesUp()
      const env = { ...process.env, DATA_DIR: first.data }
      const backup = launch(['scripts/backup.mjs', 'backup', join(first.data, 'backup')], env)
      assert.equal(await backup.ended, 0, backup.printed())
      const build = launch(['scripts/build.mjs'])
      assert.equal(await build.ended, 0, build.printed())
      assert.deepEqual(times(), before)
      assert.equal((await first.page()).status, 200)
      await Promise.all([first.stop(), second.stop()])
    })

    test('comes up when files of the build were emptied, and when turbo’s cache holds such', async () => {
      const emptied = ['schema.js', 'server.js'].map((name) => join(copy, 'apps/api/dist/graphql', name))
      for (const file of emptied) truncateSync(file)
      truncateSync(join(copy, 'apps/console/.next/BUILD_ID'))
      const cache = join(copy, '.turbo/cache')
      if (existsSync(cache)) for (const name of readdirSync(cache)) truncateSync(join(cache, name))
      const platform = await comesUp()
      assert.match(
        platform.printed(),
        /apps\/api\/dist is not whole \(graphql\/(schema|server)\.js is empty\), and is made again/,
      )
      await platform.stop()
    })
  },
)
