import type { ComparableModule } from '@engine/module-source/comparison'
import type { ModuleContents } from '@engine/module-source/documents'
import { interfacePolicies, type InterfacePolicy, type PublishedNumber } from '@engine/module-source/verdict'
import type { Place } from './arguments.js'
import { Fault } from './fault.js'
import type { Answer, Platform } from './platform.js'
import { refusal } from './remote-module.js'

/** What is published of a module, as far as another version is compared with it. */
export interface PublishedModule {
  readonly versions: readonly PublishedNumber[]
  /** That of the module, or else of its organization. */
  readonly policy: InterfacePolicy
  /** The highest release that is not revoked. */
  readonly newest: string | undefined
}

/** The part of the registry's document that is needed here. */
interface Detail extends ModuleContents {
  readonly version: string
  /** Without those that are revoked. */
  readonly versions: readonly string[]
}

const policyKey = 'module-interface-policy'

/** Reads a module that may be there, by as few requests as it takes. Throws a `Fault`. */
export class ModuleReader {
  /** `acme/network/aws` */
  readonly address: string
  private readonly path: string
  private readonly organizationPath: string

  constructor(
    private readonly platform: Platform,
    private readonly place: Place,
  ) {
    const { namespace, name, provider } = place
    this.address = `${namespace}/${name}/${provider}`
    this.organizationPath = `/organizations/${namespace}`
    this.path = `${this.organizationPath}/registry-modules/private/${this.address}`
  }

  /** Undefined where there is no such module in an organization that the token may look into. */
  async find(): Promise<PublishedModule | undefined> {
    const answer = await this.platform.ask('GET', this.path)
    if (answer.status === 404) {
      await this.organization()
      return undefined
    }
    const attributes = attributesIn(answer)
    const detail = await this.detail()
    const listed = detail?.versions ?? []
    return {
      versions: statusesIn(attributes).flatMap(({ version, status }) =>
        status === 'ok' ? [{ version, isRevoked: !listed.includes(version) }] : [],
      ),
      policy: await this.policy(attributes),
      newest: detail?.version,
    }
  }

  /** What a published version declares. */
  async contents(version: string): Promise<ComparableModule> {
    const detail = await this.detail(version)
    if (!detail) throw new Fault('refused', `the registry does not show ${this.address} ${version}`)
    const answer = await this.platform.ask('GET', `${this.path}/${encodeURIComponent(version)}`)
    return { ...detail, engineConstraints: engineConstraintsIn(attributesIn(answer)) }
  }

  /** Without a version that of the newest release; undefined where there is none. */
  private async detail(version?: string): Promise<Detail | undefined> {
    const path = version === undefined ? '' : `/${encodeURIComponent(version)}`
    const answer = await this.platform.askRegistry(`/${this.address}${path}`)
    if (answer.status === 404) return undefined
    if (answer.status !== 200) throw refusal(answer)
    return answer.document as Detail
  }

  /** A platform from before there were policies has none. */
  private async policy(attributes: Attributes): Promise<InterfacePolicy> {
    const own = attributes[policyKey]
    const found = own === null ? (await this.organization())[policyKey] : own
    return interfacePolicies.find((each) => each === found) ?? 'observe'
  }

  private async organization(): Promise<Attributes> {
    const answer = await this.platform.ask('GET', this.organizationPath)
    if (answer.status === 404)
      throw new Fault(
        'refused',
        `there is no organization ${this.place.namespace}, or this token may not read it: it needs the scope read`,
      )
    return attributesIn(answer)
  }
}

type Attributes = Readonly<Record<string, unknown>>

function attributesIn(answer: Answer): Attributes {
  if (!answer.data) throw refusal(answer)
  return answer.data.attributes
}

function statusesIn(attributes: Attributes) {
  return (attributes['version-statuses'] ?? []) as readonly { version: string; status: string }[]
}

/** A platform that does not say it yet is not asked for it. */
function engineConstraintsIn(attributes: Attributes): Readonly<Record<string, string>> | undefined {
  const found = attributes['engine-constraints'] as { path: string; constraint: string }[] | null | undefined
  return found ? Object.fromEntries(found.map(({ path, constraint }) => [path, constraint])) : undefined
}
