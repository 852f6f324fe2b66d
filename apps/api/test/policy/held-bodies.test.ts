import { request, type ClientRequest } from 'node:http'
import { rule } from '@engine/shared/rule'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Person } from '../makers.js'
import { createModule, moduleArchive, pathOf, uploadLink } from '../modules/module-requests.js'
import { as, documentOf, jsonApi, must } from '../rest.js'
import { announced, openStateSetup, stateText, type StateSetup } from '../states/states.js'
import { losses, type Loss } from './losses.js'

let setup: StateSetup
let person: Person
let token: string
let count = 0

beforeAll(async () => {
  setup = await openStateSetup()
})
afterAll(() => setup.app.stop())
beforeEach(async () => {
  person = await setup.app.make.manager(setup.acme, { manageModules: true, manageWorkspaces: true })
  token = await setup.app.make.token(person)
})

/** A request of which half the body is on its way. */
class Held {
  private readonly call: ClientRequest
  /** The status, which may arrive before the rest is sent. */
  private readonly status: Promise<number | undefined>

  constructor(
    method: string,
    path: string,
    private readonly body: Buffer,
    headers: Record<string, string> = {},
  ) {
    const length = { 'Content-Length': String(body.length) }
    this.call = request(`${setup.app.url}${path}`, { method, headers: { ...headers, ...length } })
    this.status = new Promise((done, fail) => {
      this.call.on('response', (answer) => done(answer.resume().statusCode)).on('error', fail)
    })
    this.call.write(body.subarray(0, body.length / 2))
  }

  /** Sends the rest, and says what it is answered. */
  async finish(): Promise<number | undefined> {
    this.call.end(this.body.subarray(this.body.length / 2))
    return this.status
  }
}

/** Resolves once the method is called, which does what it always does. */
function called(object: object, method: string): Promise<void> {
  const methods = object as Record<string, (...given: unknown[]) => unknown>
  const original = methods[method]?.bind(object)
  return new Promise<void>((done) => {
    vi.spyOn(methods, method).mockImplementationOnce((...given) => (done(), original?.(...given)))
  })
}

/** A file that is on its way by a link, once its first bytes are taken. */
async function heldUpload(link: string, body: Buffer): Promise<Held> {
  const isTaken = called(setup.app.storage, 'put')
  const held = new Held('PUT', link, body)
  await isTaken
  return held
}

const ways: [string, Loss][] = [
  ['its token was deleted', losses.token],
  ['its person was suspended', losses.suspension],
  ['its person has left', losses.memberships],
]

describe.each(ways)('while a body was coming, %s', (_what, loss) => {
  rule('§18 asked again', 'What an upload link has begun ends with the access of its caller')
  test('the state is 404 and not there, and nothing of it is stored', async () => {
    const { app } = setup
    const id = await setup.workspace()
    await must(as(app, token).post(`/workspaces/${id}/actions/lock`))
    const text = stateText()
    const made = await as(app, token).post(`/workspaces/${id}/state-versions`, {
      body: announced(text, {}, false),
    })
    const link = pathOf(made.body.data.attributes['hosted-state-upload-url'])
    const held = await heldUpload(link, Buffer.from(text))
    await loss(app, token)
    expect(await held.finish()).toBe(404)
    expect((await as(app, setup.owner).get(`/workspaces/${id}/current-state-version`)).status).toBe(404)
    const version = await app.prisma.stateVersion.findUniqueOrThrow({ where: { id: made.body.data.id } })
    expect(version).toMatchObject({ status: 'pending', storageKey: null })
  })

  test('the module is 404 and not published', async () => {
    const { app } = setup
    const address = `Acme/held-${++count}/aws`
    await createModule(app, token, address)
    const held = await heldUpload(await uploadLink(app, token, address, '1.0.0'), moduleArchive())
    await loss(app, token)
    expect(await held.finish()).toBe(404)
    const versions = await app.prisma.moduleVersion.findMany({ where: { module: { name: `held-${count}` } } })
    expect(versions).toMatchObject([{ status: 'pending' }])
  })

  test('a document changes nothing', async () => {
    const { app } = setup
    const name = `held-${++count}`
    const body = Buffer.from(JSON.stringify(documentOf('workspaces', { name })))
    const isAdmitted = called(app.services.authentication, 'authenticate')
    const headers = { 'Content-Type': jsonApi, Authorization: `Bearer ${await app.make.token(person)}` }
    const held = new Held('POST', '/api/v2/organizations/Acme/workspaces', body, headers)
    await isAdmitted
    await loss(app, headers.Authorization.slice('Bearer '.length))
    expect([401, 404]).toContain(await held.finish())
    expect(await app.prisma.workspace.count({ where: { name } })).toBe(0)
  })
})
