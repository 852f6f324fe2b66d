import type { RequestListener, ServerResponse } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { serve } from '../outbound.js'
import { startTestApp } from '../app.js'
import { anonymousContext } from '../anonymous-context.js'
import { content, otherSha, sendBegin, sha, storeOf, verificationsOf, Worker } from './verification.js'

const app = await startTestApp()
const admin = await app.make.administrator()

beforeEach(async () => void (await app.prisma.engineVersion.deleteMany()))

async function requested(attributes: object): Promise<string> {
  const { id } = await app.make.engineVersion(admin, `1.0.${app.make.next()}`, { sha, ...attributes })
  await app.services.engineVersionVerifications.request(admin.ctx, id)
  return id
}

const change = (id: string, attributes: object) =>
  app.services.engineVersions.update(admin.ctx, id, attributes)

const whole: RequestListener = (_, response) => void response.end(content)

/** A server that sends the first bytes of a file and then waits. */
async function hesitant() {
  const answers: ServerResponse[] = []
  const rest: (() => void)[] = []
  const server = await serve((_, response) => {
    answers.push(response)
    rest.push(sendBegin(response))
  })
  return { ...server, answers, sendRest: () => rest.splice(0).forEach((send) => send()) }
}

describe('a result is void', () => {
  const archs = (url: string) => [
    { os: 'linux', arch: 'amd64', url: `${url}/linux.zip`, sha },
    { os: 'darwin', arch: 'arm64', url: `${url}/mac.zip`, sha },
  ]
  const states = async (id: string) =>
    (await verificationsOf(app, admin, id)).map(({ os, state }) => `${os} ${state.toLowerCase()}`)

  test.each([
    ['another address', (url: string) => ({ url: `${url}/other.zip` }), ['darwin passed']],
    ['another checksum', () => ({ sha: otherSha }), ['darwin passed']],
    ['other archives', (url: string) => ({ archs: archs(url).slice(0, 1) }), ['linux passed']],
    ['another number', () => ({ version: '9.9.9' }), ['linux passed', 'darwin passed']],
    ['another state', () => ({ enabled: false, official: true }), ['linux passed', 'darwin passed']],
  ])('once the archive it is about has changed: %s', async (_, changed, left) => {
    const { url } = await serve(whole)
    const id = await requested({ url: undefined, sha: undefined, archs: archs(url) })
    await new Worker(app).run()
    expect(await states(id)).toEqual(['linux passed', 'darwin passed'])
    await change(id, changed(url))
    expect(await states(id)).toEqual(left)
    expect(await app.prisma.engineVersionVerification.count()).toBe(left.length)
  })

  test('when the address changes while the file is read: the reading ends, and says nothing', async () => {
    const { url, sockets, answers } = await hesitant()
    const id = await requested({ url })
    const worker = new Worker(app)
    worker.begin()
    await expect.poll(() => answers).toHaveLength(1)
    await change(id, { url: `${url}/other.zip` })
    await worker.settled()
    expect(await verificationsOf(app, admin, id)).toEqual([])
    await expect.poll(() => sockets.size).toBe(0)
  })

  test('also when the checksum changes there and back while the file is read', async () => {
    const { url, answers, sendRest } = await hesitant()
    const id = await requested({ url })
    const worker = new Worker(app)
    worker.begin()
    await expect.poll(() => answers).toHaveLength(1)
    await change(id, { sha: otherSha })
    await change(id, { sha })
    sendRest()
    await worker.settled()
    expect(await verificationsOf(app, admin, id)).toEqual([])
  })

  test('when the version is deleted meanwhile', async () => {
    const { url, answers } = await hesitant()
    const id = await requested({ url })
    const worker = new Worker(app)
    worker.begin()
    await expect.poll(() => answers).toHaveLength(1)
    await app.services.engineVersions.delete(admin.ctx, id)
    await worker.settled()
    expect(await app.prisma.engineVersionVerification.count()).toBe(0)
  })
})

describe('of several processes', () => {
  test('one reads each file, however many look for work at once', async () => {
    const { url, asked } = await serve(whole)
    const ids: string[] = []
    for (let n = 0; n < 8; n++) ids.push(await requested({ url: `${url}/${n}` }))
    await Promise.all(Array.from({ length: 5 }, () => new Worker(app).run()))
    expect(asked.map((request) => request.url).sort()).toEqual(ids.map((_, n) => `/${n}`))
    for (const id of ids) expect(await verificationsOf(app, admin, id)).toMatchObject([{ state: 'PASSED' }])
  })

  test('of each version one file is read at a time', async () => {
    let now = 0
    let most = 0
    const { url, asked } = await serve((_, response) => {
      most = Math.max(most, ++now)
      setImmediate(() => response.end(content, () => now--))
    })
    const archs = Array.from({ length: 6 }, (_, n) => ({
      os: `os${n}`,
      arch: 'amd64',
      url: `${url}/${n}`,
      sha,
    }))
    const id = await requested({ url: undefined, sha: undefined, archs })
    // A worker that finds one of them running stops, and runs again.
    await expect
      .poll(async () => {
        await Promise.all([1, 2, 3].map(() => new Worker(app).run()))
        return new Set((await verificationsOf(app, admin, id)).map(({ state }) => state))
      })
      .toEqual(new Set(['PASSED']))
    expect([most, asked.length]).toEqual([1, 6])
  })

  test('what a killed one left is taken up once its lease ran out, and its own outcome is ignored', async () => {
    const { url, asked } = await serve(whole)
    const id = await requested({ url })
    const [ctx, store] = [anonymousContext(app.clock), storeOf(app)]
    const locked = await store.take(ctx, 'of the killed one', new Date(app.clock.now().getTime() + 60_000))
    await new Worker(app).run()
    expect(await verificationsOf(app, admin, id)).toMatchObject([{ state: 'RUNNING' }])
    expect(asked).toHaveLength(0)
    app.clock.move(60_000)
    await new Worker(app).run()
    expect(await verificationsOf(app, admin, id)).toMatchObject([{ state: 'PASSED' }])
    expect(asked).toHaveLength(1)
    const late = { state: 'unreachable', problem: 'It was killed.' } as const
    const progress = { bytesDone: 1, bytesTotal: undefined }
    expect(locked && (await store.finish(ctx, locked, progress, late))).toBe(false)
    expect(await verificationsOf(app, admin, id)).toMatchObject([{ state: 'PASSED', problem: null }])
  })

  test('one that stops gives back what it reads, and another begins it at once', async () => {
    const { url, answers, sendRest } = await hesitant()
    const id = await requested({ url })
    const [first, second] = [new Worker(app), new Worker(app)]
    first.begin()
    await expect.poll(() => answers).toHaveLength(1)
    await first.stop()
    expect(await verificationsOf(app, admin, id)).toMatchObject([
      { state: 'QUEUED', bytesDone: 0, startedAt: null },
    ])
    second.begin()
    await expect.poll(() => answers).toHaveLength(2)
    sendRest()
    await second.settled()
    expect(await verificationsOf(app, admin, id)).toMatchObject([{ state: 'PASSED' }])
  })

  test('each reads two files at a time, and no more', async () => {
    const { url, answers, sendRest } = await hesitant()
    for (let n = 0; n < 3; n++) await requested({ url: `${url}/${n}` })
    const worker = new Worker(app)
    worker.begin()
    worker.begin()
    await expect.poll(() => answers).toHaveLength(2)
    const states = await app.prisma.engineVersionVerification.groupBy({ by: ['state'], _count: true })
    expect(states.map(({ state, _count }) => `${_count} ${state}`).sort()).toEqual(['1 queued', '2 running'])
    sendRest()
    await expect.poll(() => answers).toHaveLength(3)
    sendRest()
    await worker.settled()
  })
})

test('what is asked for again while it runs is not run twice', async () => {
  const { url, answers, sendRest } = await hesitant()
  const id = await requested({ url })
  const worker = new Worker(app)
  worker.begin()
  await expect.poll(() => answers).toHaveLength(1)
  await app.services.engineVersionVerifications.request(admin.ctx, id)
  sendRest()
  await worker.settled()
  expect([answers.length, await verificationsOf(app, admin, id)]).toMatchObject([1, [{ state: 'PASSED' }]])
})
