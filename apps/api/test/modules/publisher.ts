import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as } from '../rest.js'
import { createModule, modulePath, uploadLink } from './module-requests.js'

export const uploadLimit = 100_000

export const taken = [{ status: '422', title: 'invalid attribute', detail: 'Version has already been taken' }]

/** An app with one organization, `acme`, whose owner makes modules that no other test has. */
export class Publisher {
  private count = 0

  private constructor(
    readonly app: TestApp,
    readonly owner: Person,
  ) {}

  static async open(): Promise<Publisher> {
    const app = await startTestApp({ LOG_LEVEL: 'silent', MODULE_UPLOAD_LIMIT: String(uploadLimit) })
    const owner = await app.make.user('ana')
    await app.make.organization(owner, 'acme')
    return new Publisher(app, owner)
  }

  async freshModule(): Promise<string> {
    const address = `acme/module${++this.count}/aws`
    await createModule(this.app, this.owner, address)
    return address
  }

  async freshLink(version = '1.0.0'): Promise<{ address: string; link: string }> {
    const address = await this.freshModule()
    return { address, link: await uploadLink(this.app, this.owner, address, version) }
  }

  async statusOf(address: string, version = '1.0.0'): Promise<{ status: string; error: string | null }> {
    const path = `${modulePath(address)}/version?module_version=${version}`
    const answer = await as(this.app, this.owner).get(path)
    if (answer.status !== 200) throw new Error(answer.text)
    const { status, error } = answer.body.data.attributes
    return { status, error }
  }

  rowOf(address: string, version = '1.0.0') {
    return this.app.prisma.moduleVersion.findFirstOrThrow({
      where: { version, module: { nameKey: address.split('/')[1] ?? '' } },
    })
  }
}
