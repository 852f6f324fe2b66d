import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, test } from 'vitest'
import { lives } from './lib/lock.mjs'
import { until } from './lib/testing.mjs'

// Builds of a repository with one package, whose compiler is a few lines; the scripts and turbo are the real ones.
const repository = fileURLToPath(new URL('..', import.meta.url))
const made = []
afterAll(() => made.forEach((root) => rmSync(root, { recursive: true })))

// Each kind of damage takes seconds to build twice: the short run has the first of them.
const kinds = (all) => (process.env['ENGINE_TEST_FULL'] ? all : all.slice(0, 1))

// It waits as long as there is a file `hold`, and writes what the file `output` says.
const compiler = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
appendFileSync('../../compiled.log', process.pid + '\\n')
while (existsSync('../../hold')) await new Promise((resolve) => setTimeout(resolve, 20))
mkdirSync(process.env.BUILD_FOLDER)
writeFileSync(process.env.BUILD_FOLDER + '/part.js', 'export const part = 1')
writeFileSync(process.env.BUILD_FOLDER + '/main.js', readFileSync('output.txt'))
`
const entry = "import { part } from './part.js'\nexport const sum = part + 1\n"

function repositoryWithOnePackage() {
  const root = mkdtempSync(join(tmpdir(), 'build-'))
  made.push(root)
  const files = {
    'package.json': '{"type":"module","packageManager":"npm@11.0.0","workspaces":["packages/only"]}',
    'turbo.json': JSON.stringify({
      globalPassThroughEnv: ['BUILD_LOCKED', 'BUILD_STARTER'],
      tasks: { build: { cache: false, inputs: ['*', '!.turbo/**'] } },
    }),
    'package-lock.json': '{"lockfileVersion":3,"packages":{}}',
    'packages/only/package.json': JSON.stringify({
      name: 'only',
      type: 'module',
      scripts: { build: 'node ../../scripts/make.mjs --entry main.js dist -- node compiler.mjs' },
    }),
    'packages/only/compiler.mjs': compiler,
    'packages/only/output.txt': entry,
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  mkdirSync(join(root, 'node_modules'))
  for (const name of ['turbo', '@turbo'])
    symlinkSync(join(repository, 'node_modules', name), join(root, 'node_modules', name))
  cpSync(join(repository, 'scripts'), join(root, 'scripts'), { recursive: true })
  return { root, path: (name) => join(root, name), built: (name) => join(root, 'packages/only/dist', name) }
}

/** Starts a build as the leader of a process group, as a shell does. */
function startBuild({ root }, env = process.env) {
  const args = [join(root, 'scripts/build.mjs')]
  const child = spawn(process.execPath, args, { cwd: root, env, detached: true })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
  const ended = new Promise((resolve) => child.once('close', resolve))
  return {
    printed: () => printed,
    says: (words) => until(() => printed.includes(words) || assert.equal(child.exitCode, null, printed)),
    ended: async () => ({ code: await ended, printed }),
    kill: () => (process.kill(-child.pid, 'SIGKILL'), ended),
  }
}

const build = (place) => startBuild(place).ended()
const compilations = ({ path }) => linesOf(path('compiled.log'))
const linesOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])

test('what is built is left untouched by the next build, and another source is built anew', async () => {
  const place = repositoryWithOnePackage()
  assert.equal((await build(place)).code, 0)
  const { mtimeMs } = statSync(place.built('main.js'))

  assert.equal((await build(place)).code, 0)
  assert.equal(statSync(place.built('main.js')).mtimeMs, mtimeMs)
  assert.equal(compilations(place).length, 1)

  writeFileSync(place.path('packages/only/output.txt'), `${entry}export const more = sum\n`)
  assert.equal((await build(place)).code, 0)
  assert.match(readFileSync(place.built('main.js'), 'utf8'), /more = sum/)
})

test('of two builds at once the second one says that it waits, and finds all of it there', async () => {
  const place = repositoryWithOnePackage()
  writeFileSync(place.path('hold'), '')
  const first = startBuild(place)
  await until(() => compilations(place).length === 1)
  const second = startBuild(place)
  await second.says('Another command is building in this folder')
  rmSync(place.path('hold'))
  assert.equal((await first.ended()).code, 0)
  assert.equal((await second.ended()).code, 0)
  assert.equal(compilations(place).length, 1)
})

test('a build that is killed outright ends with its compiler, and the next one comes up', async () => {
  const place = repositoryWithOnePackage()
  writeFileSync(place.path('hold'), '')
  const killed = startBuild(place)
  await until(() => compilations(place).length === 1)
  await killed.kill()
  const next = startBuild(place)
  await until(() => !lives(Number(compilations(place)[0])))
  await until(() => compilations(place).length === 2)
  rmSync(place.path('hold'))
  const { code, printed } = await next.ended()
  assert.equal(code, 0, printed)
  assert.equal(readFileSync(place.built('main.js'), 'utf8'), entry)
})

test('an installation that is killed outright ends, and the next one comes up', async () => {
  const place = repositoryWithOnePackage()
  const wanted = JSON.stringify({ packages: { 'node_modules/wanted': { version: '1.0.0' } } })
  writeFileSync(place.path('package-lock.json'), wanted)
  writeFileSync(
    place.path('npm.js'),
    `
    import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
    appendFileSync('installed.log', process.pid + '\\n')
    while (existsSync('hold')) await new Promise((resolve) => setTimeout(resolve, 20))
    writeFileSync('node_modules/.package-lock.json', '${wanted}')`,
  )
  const installations = () => linesOf(place.path('installed.log'))
  writeFileSync(place.path('hold'), '')
  const env = { ...process.env, npm_execpath: place.path('npm.js') }
  const killed = startBuild(place, env)
  await until(() => installations().length === 1)
  await killed.kill()
  const next = startBuild(place, env)
  await until(() => !lives(Number(installations()[0])) && installations().length === 2)
  rmSync(place.path('hold'))
  const { code, printed } = await next.ended()
  assert.equal(code, 0, printed)
  assert.equal(compilations(place).length, 1)
})

for (const [what, spoil] of kinds([
  ['is empty', (file) => writeFileSync(file, '')],
  ['is missing', (file) => rmSync(file)],
  ['is altered', (file) => writeFileSync(file, 'export const')],
])) {
  test(`a file of a build that ${what} is said, and the build is made again`, async () => {
    const place = repositoryWithOnePackage()
    await build(place)
    spoil(place.built('part.js'))
    const { code, printed } = await build(place)
    assert.equal(code, 0, printed)
    assert.ok(
      printed.includes(`The build in packages/only/dist is not whole (part.js ${what}), and is made again.`),
      printed,
    )
    assert.equal(readFileSync(place.built('part.js'), 'utf8'), 'export const part = 1')
  })
}

test('a source that is saved while it is built is built by the next build', async () => {
  const place = repositoryWithOnePackage()
  writeFileSync(place.path('hold'), '')
  const building = startBuild(place)
  await until(() => compilations(place).length === 1)
  writeFileSync(place.path('packages/only/other.txt'), 'new')
  rmSync(place.path('hold'))
  assert.equal((await building.ended()).code, 0)
  assert.equal((await build(place)).code, 0)
  assert.equal(compilations(place).length, 2)
})

test('a record of a build that says nothing does not count', async () => {
  const place = repositoryWithOnePackage()
  await build(place)
  writeFileSync(place.built('.made.json'), '')
  assert.equal((await build(place)).code, 0)
  assert.equal(compilations(place).length, 2)
})

for (const [what, output, words] of kinds([
  ['writes an empty file', '', /dist\.new\/main\.js is empty, though node reported no error\./],
  [
    'writes a module that cannot be loaded',
    "import { other } from './part.js'\n",
    /does not provide an export named 'other'/,
  ],
])) {
  test(`a compiler that ${what} fails the build, and what was there stays`, async () => {
    const place = repositoryWithOnePackage()
    await build(place)
    writeFileSync(place.path('packages/only/output.txt'), output)
    const { code, printed } = await build(place)
    assert.equal(code, 1)
    assert.match(printed, words)
    assert.equal(readFileSync(place.built('main.js'), 'utf8'), entry)
  })
}
