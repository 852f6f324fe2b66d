import type { ComparableModule } from '@engine/module-source/comparison'
import type { ModuleContents } from '@engine/module-source/documents'
import { interfacePolicies, type InterfacePolicy, type PublishedNumber } from '@engine/module-source/verdict'
import type { Place } from './arguments.js'
import { Fault } from './fault.js'
import { refusal, type Answer, type Platform } from './platform.js'

/** The published part of a module that another version is compared with. */
export interface PublishedModule {
  readonly versions: readonly PublishedNumber[]
  /** Policy of the module, or else of its organization. */
  readonly policy: InterfacePolicy
  /** The highest release that is not revoked. */
  readonly newest: string | undefined
}

/** The part of the registry's document that is needed here. */
interface Detail extends ModuleContents {
  readonly version: string
  /** Versions without those that are revoked. */
  readonly versions: readonly string[]
}

const policyKey = 'effective-module-interface-policy'

/** Reads a module that may be there, by as few requests as it takes. Throws a `Fault`. */
export class ModuleReader {
  /** `acme/network/aws` */
  readonly address: string
  private readonly path: string
  private readonly listPath: string

  constructor(
    private readonly platform: Platform,
    private readonly place: Place,
  ) {
    const { namespace, name, provider } = place
    this.address = `${namespace}/${name}/${provider}`
    this.listPath = `/organizations/${namespace}/registry-modules`
    this.path = `${this.listPath}/private/${this.address}`
  }

  /** Undefined where there is no such module in an organization that the token may look into. */
  async find(): Promise<PublishedModule | undefined> {
    const answer = await this.platform.ask('GET', this.path)
    if (answer.status === 404) {
      await this.demandOrganization()
      return undefined
    }
    const attributes = attributesIn(answer)
    const detail = await this.detail()
    const listed = detail?.versions ?? []
    return {
      versions: statusesIn(attributes).flatMap(({ version, status }) =>
        status === 'ok' ? [{ version, isRevoked: !listed.includes(version) }] : [],
      ),
      policy: policyIn(attributes),
      newest: detail?.version,
    }
  }

  /** Reads what a published version declares. */
  async contents(version: string): Promise<ComparableModule> {
    const detail = await this.detail(version)
    if (!detail) throw new Fault('refused', `the registry does not show ${this.address} ${version}`)
    const answer = await this.platform.ask('GET', `${this.path}/${encodeURIComponent(version)}`)
    return { ...detail, engineConstraints: engineConstraintsIn(attributesIn(answer)) }
  }

  /** Reads the detail of a version, or else of the newest release; undefined if there is none. */
  private async detail(version?: string): Promise<Detail | undefined> {
    const path = version === undefined ? '' : `/${encodeURIComponent(version)}`
    const answer = await this.platform.askRegistry(`/${this.address}${path}`)
    if (answer.status === 404) return undefined
    if (answer.status !== 200) throw refusal(answer)
    return answer.document as Detail
  }

  /** Throws a `Fault` where the token may not look whether the organization has a module. */
  private async demandOrganization(): Promise<void> {
    const answer = await this.platform.ask('GET', `${this.listPath}?page[size]=1`)
    if (answer.status === 200) return
    if (answer.status !== 404) throw refusal(answer)
    const { namespace } = this.place
    throw new Fault(
      'refused',
      `there is no organization ${namespace}, or this token may not read it: it needs the scope registry or read`,
    )
  }
}

type Attributes = Readonly<Record<string, unknown>>

function attributesIn(answer: Answer): Attributes {
  if (!answer.data) throw refusal(answer)
  return answer.data.attributes
}

/** A platform from before there were policies has none. */
function policyIn(attributes: Attributes): InterfacePolicy {
  return interfacePolicies.find((each) => each === attributes[policyKey]) ?? 'observe'
}

function statusesIn(attributes: Attributes) {
  return (attributes['version-statuses'] ?? []) as readonly { version: string; status: string }[]
}

/** A platform that does not say it yet is not asked for it. */
function engineConstraintsIn(attributes: Attributes): Readonly<Record<string, string>> | undefined {
  const found = attributes['engine-constraints'] as { path: string; constraint: string }[] | null | undefined
  return found ? Object.fromEntries(found.map(({ path, constraint }) => [path, constraint])) : undefined
}
