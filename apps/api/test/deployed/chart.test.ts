import { existsSync } from 'node:fs'
import { chmod, lstat, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeImageFolder } from '../../../../deploy/image-folder.mjs'
import { openBalancer, Replicas } from '../../load/src/soak/balancer.js'
import { setUpToken } from '../../load/src/soak/site.js'
import { soak } from '../../load/src/soak/soak.js'
import { openBucketServer } from '../bucket.js'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { documented, documentedKeys, rendered, type Rendered } from '../deploy/helm.js'
import { overTcp } from '../deploy/over-tcp.js'
import { PodProcess, type Machine } from '../deploy/pods.js'
import { isFull } from '../full-run.js'
import { temporaryFolder } from '../temporary-folder.js'

const closing: (() => Promise<unknown>)[] = []
let database: TestDatabase
let objects: readonly Rendered[]
let machine: Machine
let apis: readonly PodProcess[]
let console: PodProcess
let serving: Replicas
let url: string

const named = (kind: string, name = ''): Rendered => {
  const found = objects.find((each) => each.kind === kind && each.metadata.name.endsWith(name))
  if (!found) throw new Error(`there is no ${kind} ${name}`)
  return found
}

beforeAll(async () => {
  // No caller reaches a limit, and no wait is longer than a test needs.
  const settings = { API_RATE_LIMIT: 1_000_000, REGISTRY_RATE_LIMIT: 1_000_000, ENGINE_ALIASES: 'load' }
  const short = { drainSeconds: 3 }
  objects = await rendered({ settings, api: short, console: short }, documented)
  database = await createTestDatabase({ empty: true })
  closing.push(() => database.drop())
  const bucket = await openBucketServer()
  closing.push(() => bucket.close())
  const folder = await temporaryFolder()
  const image = join(folder, 'image')
  makeImageFolder(image)
  await chmod(folder, 0o755)
  // A cluster mounts a folder of its own there.
  await chmod(join(image, 'apps/console/.next/cache'), 0o777)
  const secrets = join(folder, 'secrets')
  await mkdir(secrets)
  const tcp = await overTcp(database.env)
  closing.push(() => tcp.close())
  const keys: Record<string, string> = {
    ...tcp.env,
    SECRET_KEY: '0123456789abcdef0123456789abcdef',
    INITIAL_ADMIN_CREATION_TOKEN: setUpToken,
    STORAGE_URL: `s3://S3RVER:S3RVER@files?endpoint=${bucket.endpoint}`,
  }
  for (const name of documentedKeys) await writeFile(join(secrets, name), keys[name] ?? '')
  const services = new Map<string, string>()
  machine = { image, secrets, services, dataDir: join(folder, 'data') }
  const api = named('Deployment', '-api')
  apis = [await PodProcess.of(api, machine), await PodProcess.of(api, machine)]
  const origins = apis.map(({ origin }) => origin)
  serving = new Replicas(origins, '/readyz')
  closing.push(async () => serving.close())
  const balancer = await openBalancer(() => serving)
  closing.push(() => balancer.close())
  url = balancer.url
  console = await PodProcess.of(named('Deployment', '-console'), machine)
  services.set('site-engine-platform-api:4000', url)
  services.set('site-engine-platform-console:3000', console.origin)
  closing.push(() => Promise.all([...apis, console].map((each) => each.kill())))
})

afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

/** Bytes of the files in a folder. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(async (file) => (await lstat(join(file.parentPath, file.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('the image has what the programs load, and little besides', async () => {
  expect(await sizeOf(machine.image)).toBeLessThan(200_000_000)
})

describe('what the chart renders, from the folder of the image, as processes of a user without a name', () => {
  test('no API serves before the Job has migrated, and it says what is missing', async () => {
    await expect(apis[0]?.start()).rejects.toThrow(/it ended with 1: .*MIGRATION_DATABASE_URL/s)
  })

  test('the Job migrates and ends, and changes nothing when it comes again', async () => {
    for (const _ of ['first', 'again']) {
      const job = await PodProcess.of(named('Job'), machine)
      expect(await job.run(), job.output).toBe(0)
      expect(job.output).toContain('the database is migrated')
    }
  })

  test('APIs and console become ready by their probes, and the test of the chart passes', async () => {
    await Promise.all(apis.map((api) => api.start()))
    await console.start()
    const answers = await PodProcess.of(named('Pod', '-answers'), machine)
    expect(await answers.run(), answers.output).toBe(0)
    expect(answers.output.match(/^ok /gm)).toHaveLength(3)
  })

  test('the test of the chart fails while the console does not answer', async () => {
    await console.end()
    const answers = await PodProcess.of(named('Pod', '-answers'), machine)
    expect(await answers.run()).toBe(1)
    expect(answers.output).toMatch(/^FAILED .*\/healthz$/m)
    await console.start()
  })

  test('a pod is told to stop while the others answer, and ends with 0', async () => {
    const [first] = apis
    let isOver = false
    const statuses: (number | string)[] = []
    const asking = (async () => {
      while (!isOver) {
        statuses.push(await fetch(`${url}/.well-known/engine.json`).then(({ status }) => status, String))
        // The pod starts meanwhile, which needs the machine too.
        await sleep(5)
      }
    })()
    expect(await first?.end()).toBe(0)
    await first?.start()
    isOver = true
    await asking
    expect(statuses.filter((status) => status !== 200)).toEqual([])
  })

  test.runIf(isFull)(
    'a rolling update under load fails no request and loses no write',
    async () => {
      const lines: string[] = []
      const site = { databaseUrl: database.url, url, replicas: apis, serving }
      const say = (line: string): void => void lines.push(line)
      const closings: (() => Promise<unknown>)[] = []
      const verdicts = await soak(site, { seed: 7, seconds: 60, every: 15 }, closings, say)
      for (const close of closings) await close()
      expect(
        verdicts.flatMap(({ breaks }) => breaks),
        lines.join('\n'),
      ).toEqual([])
    },
    600_000,
  )

  test('nothing is written beside the image’s own folders, which a cluster has read-only', () => {
    expect(existsSync(machine.dataDir)).toBe(false)
  })
})
