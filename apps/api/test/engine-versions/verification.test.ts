import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { serve } from '../outbound.js'
import { startTestApp } from '../app.js'
import { content, otherSha, sendBegin, sha, verificationsOf, Worker } from './verification.js'

const app = await startTestApp()
const admin = await app.make.administrator('ada')

/** A version whose file lies on that server, waiting to be verified. */
async function requested(url: string, attributes: object = {}): Promise<string> {
  const { id } = await app.make.engineVersion(admin, `1.0.${app.make.next()}`, { url, sha, ...attributes })
  await app.services.engineVersionVerifications.request(admin.ctx, id)
  return id
}

const whole: RequestListener = (_, response) => void response.end(content)

describe('a verification', () => {
  test('that was asked for waits, with who asked; it passes when the file is what its checksum says', async () => {
    const { url, asked } = await serve(whole)
    const id = await requested(`${url}/engine.zip`)
    const waiting = { os: 'linux', arch: 'amd64', url: `${url}/engine.zip`, sha, requestedBy: 'ada' }
    expect(await verificationsOf(app, admin, id)).toMatchObject([
      { ...waiting, state: 'QUEUED', bytesDone: 0, bytesTotal: null, startedAt: null, finishedAt: null },
    ])
    await new Worker(app).run()
    const bytes = { bytesDone: content.length, bytesTotal: content.length }
    const at = app.clock.now().toISOString()
    expect(await verificationsOf(app, admin, id)).toEqual([
      { ...waiting, ...bytes, state: 'PASSED', foundSha: null, problem: null, requestedAt: at, startedAt: at, finishedAt: at }, // oxfmt-ignore
    ])
    expect(asked.map(({ method, url: path }) => [method, path])).toEqual([['GET', '/engine.zip']])
  })

  test('fails with the checksum that was found when the file is another', async () => {
    const { url } = await serve((_, response) => void response.end('something else'))
    const id = await requested(url)
    await new Worker(app).run()
    expect(await verificationsOf(app, admin, id)).toMatchObject([
      { state: 'FAILED', foundSha: expect.stringMatching(/^[0-9a-f]{64}$/), problem: null, bytesDone: 14 },
    ])
  })

  test('is of each archive, in their order', async () => {
    const { url } = await serve(whole)
    const archs = [
      { os: 'linux', arch: 'arm64', url: `${url}/arm.zip`, sha: otherSha },
      { os: 'darwin', arch: 'arm64', url: `${url}/mac.zip`, sha },
    ]
    const id = await requested('', { url: undefined, sha: undefined, archs })
    await new Worker(app).run()
    expect(await verificationsOf(app, admin, id)).toMatchObject([
      { os: 'linux', arch: 'arm64', state: 'FAILED', foundSha: sha },
      { os: 'darwin', arch: 'arm64', state: 'PASSED', foundSha: null },
    ])
  })

  test('tells how far it is while it runs', async () => {
    let sendRest = (): void => {}
    const { url } = await serve((_, response) => void (sendRest = sendBegin(response)))
    const id = await requested(url)
    const worker = new Worker(app)
    worker.begin()
    await expect
      .poll(() => verificationsOf(app, admin, id))
      .toMatchObject([{ state: 'RUNNING', bytesDone: 5, bytesTotal: content.length }])
    sendRest()
    await worker.settled()
    expect(await verificationsOf(app, admin, id)).toMatchObject([
      { state: 'PASSED', bytesDone: content.length },
    ])
  })
})

describe('a file is unreachable, and it says why,', () => {
  const problemOf = async (url: string, limits: { limit?: number; timeout?: number } = {}) => {
    const id = await requested(url)
    await new Worker(app, limits).run()
    const [told] = await verificationsOf(app, admin, id)
    expect(told).toMatchObject({ state: 'UNREACHABLE', foundSha: null })
    return told?.problem
  }

  test('when the server says that there is none', async () => {
    const { url } = await serve((_, response) => void response.writeHead(404).end())
    expect(await problemOf(url)).toBe('it was answered with 404')
  })

  test('when its address is not public and the configuration does not allow it', async () => {
    expect(await problemOf('http://10.0.0.1/engine.zip')).toMatch(/not public/)
  })

  test('when it is longer than any archive could be', async () => {
    const { url } = await serve(whole)
    expect(await problemOf(url, { limit: 10 })).toBe('the body is longer than 10 bytes')
  })

  test('when the connection breaks before its end', async () => {
    const { url } = await serve((_, response) => {
      sendBegin(response)
      response.socket?.end()
    })
    expect(await problemOf(url)).toMatch(/could not be reached/)
  })

  test('when it takes longer than any file may', async () => {
    const { url } = await serve((_, response) => void sendBegin(response))
    expect(await problemOf(url, { timeout: 200 })).toMatch(/was too slow/)
  })

  test('when its server sends nothing any more for a minute', async () => {
    const { url } = await serve((_, response) => void sendBegin(response))
    const id = await requested(url)
    const worker = new Worker(app)
    worker.begin()
    await expect.poll(() => verificationsOf(app, admin, id)).toMatchObject([{ bytesDone: 5 }])
    app.clock.move(60_000)
    await worker.settled()
    expect(await verificationsOf(app, admin, id)).toMatchObject([
      { state: 'UNREACHABLE', problem: 'nothing came for a minute', bytesDone: 5 },
    ])
  })
})

describe('asking', () => {
  const audited = (id: string) =>
    app.prisma.auditEvent.findMany({ where: { subjectId: id, action: 'engine-version.verify' } })

  test('leaves a row in the audit log, and none when everything waits already', async () => {
    const id = await requested('https://releases.example/engine.zip')
    await app.services.engineVersionVerifications.request(admin.ctx, id)
    expect(await audited(id)).toMatchObject([{ actorName: 'ada' }])
    await app.services.engineVersions.delete(admin.ctx, id)
  })

  test('again begins anew, and forgets what was found', async () => {
    let answer = 'something else'
    const { url } = await serve((_, response) => void response.end(answer))
    const id = await requested(url)
    await new Worker(app).run()
    answer = content.toString()
    await app.services.engineVersionVerifications.request(admin.ctx, id)
    expect(await verificationsOf(app, admin, id)).toMatchObject([
      { state: 'QUEUED', foundSha: null, bytesDone: 0 },
    ])
    await new Worker(app).run()
    expect(await verificationsOf(app, admin, id)).toMatchObject([{ state: 'PASSED' }])
    expect(await audited(id)).toHaveLength(2)
  })
})
