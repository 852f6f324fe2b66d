import { createHash } from 'node:crypto'
import type { OperationContext } from '../../kernel/context.js'
import { isUnavailable } from '../../kernel/errors.js'
import { boundedCache } from '../../kernel/lru-cache.js'
import type { FolderPlace, ShownReadme } from './module-folder.js'
import type { ModuleParts } from './module-parts.js'
import type { ReadModule } from './read-module.js'
import type { ReadmeNode, RenderedReadme, RenderReadme } from './readme-tree.js'

/**
 * Limits for all READMEs of a version: the time of a thread, in milliseconds, and the size of the trees, in
 * characters.
 */
const longestWork = 8000
const mostTrees = 4_000_000
/** Limit of the trees that are cached, in characters: most READMEs equal those of the version before. */
const mostCached = 16_000_000
/** Limit of a README that is shown as it is written, in characters. */
const longestBeginning = 20_000

/** No folder of a version has this path. */
const changelogPath = 'CHANGELOG.md'

type Rendered = Awaited<ReturnType<RenderReadme>>

/** Renders READMEs as safe trees; a publication does not wait for it, an early reader does. */
export class ModuleReadmesService {
  private readonly underWay = new Map<string, Promise<RenderedReadme | undefined>>()
  private readonly publications = new Set<Promise<void>>()
  private readonly cached = boundedCache<RenderedReadme>(mostCached, ({ tree }) => 1 + (tree?.length ?? 0))
  private isStopping = false

  constructor(private readonly parts: Pick<ModuleParts, 'folders' | 'versions' | 'renderReadme'>) {}

  /** Renders those of a published version, after the answer; what is left waits until it is first asked for. */
  begin(
    ctx: OperationContext,
    organizationId: string,
    versionId: string,
    readmes: ReadModule['readmes'],
  ): void {
    const work = this.renderAll(ctx, organizationId, versionId, readmes)
      .catch((error: unknown) =>
        ctx.log.warn({ reason: String(error), versionId }, 'READMEs could not be rendered'),
      )
      .finally(() => this.publications.delete(work))
    this.publications.add(work)
  }

  /** Resolves once nothing published is still being rendered or stored. */
  async settled(): Promise<void> {
    await Promise.all(this.publications)
  }

  /** The README that is being rendered is the last one. */
  async stop(): Promise<void> {
    this.isStopping = true
    await this.settled()
  }

  private async renderAll(
    ctx: OperationContext,
    organizationId: string,
    versionId: string,
    readmes: ReadModule['readmes'],
  ): Promise<void> {
    let [work, trees] = [0, 0]
    for (const { path, readme } of readmes) {
      if (this.isStopping) return
      const result = await this.once({ versionId, path }, async () => {
        const outcome: Rendered | undefined =
          work > longestWork
            ? { tree: null, refusal: 'too-complex', took: 0 }
            : await this.rendered(organizationId, readme, path)
        if (!outcome) return undefined
        const { took, ...rendered } = outcome
        work += took
        trees += rendered.tree?.length ?? 0
        const stored: RenderedReadme = trees > mostTrees ? { tree: null, refusal: 'too-large' } : rendered
        await this.parts.folders.addRendered(ctx, { versionId, path }, stored)
        return stored
      })
      if (!result) return
    }
  }

  /** Finds the README of a folder that has one, in a version that the caller has looked up. */
  async find(ctx: OperationContext, place: FolderPlace): Promise<ShownReadme> {
    const found = await this.findOrRender(ctx, place, () => this.parts.folders.readme(ctx, place))
    const { tree, refusal } = found ?? { tree: null, refusal: 'waiting' as const }
    if (tree !== null) return { tree, refusal: null, beginning: null }
    return { tree, refusal, beginning: await this.parts.folders.readme(ctx, place, longestBeginning) }
  }

  /** The CHANGELOG of a version, which is rendered when it is first asked for; empty where it cannot be shown. */
  async changelog(
    ctx: OperationContext,
    versionId: string,
    read: (organizationId: string) => Promise<string>,
  ): Promise<readonly ReadmeNode[]> {
    const found = await this.findOrRender(ctx, { versionId, path: changelogPath }, read)
    return found?.tree ? (JSON.parse(found.tree) as ReadmeNode[]) : []
  }

  /** Renders what was published before READMEs were rendered, or while too many were: once, however many ask. */
  private async findOrRender(
    ctx: OperationContext,
    place: FolderPlace,
    read: (organizationId: string) => Promise<string>,
  ): Promise<RenderedReadme | undefined> {
    const found = await this.parts.folders.findRendered(ctx, place)
    if (found) return found
    return this.once(place, async () => {
      // Its links lead from the root, where the file lies.
      const folder = place.path === changelogPath ? '' : place.path
      const version = await this.parts.versions.find(ctx, place.versionId)
      if (!version) return undefined
      const { organizationId } = version.module
      const outcome = await this.rendered(organizationId, await read(organizationId), folder)
      if (!outcome) return undefined
      const { took: _, ...result } = outcome
      await this.parts.folders.addRendered(ctx, place, result)
      return result
    })
  }

  private async once(
    place: FolderPlace,
    render: () => Promise<RenderedReadme | undefined>,
  ): Promise<RenderedReadme | undefined> {
    const key = JSON.stringify([place.versionId, place.path])
    const begun = this.underWay.get(key)
    if (begun) return begun
    const rendering = render().finally(() => this.underWay.delete(key))
    this.underWay.set(key, rendering)
    return rendering
  }

  /** Undefined when too many wait already. The same text of the same folder is rendered once. */
  private async rendered(
    organizationId: string,
    readme: string,
    folder: string,
  ): Promise<Rendered | undefined> {
    const key = createHash('sha256')
      .update(JSON.stringify([folder, readme]))
      .digest('base64')
    const known = this.cached.get(key)
    if (known) return { ...known, took: 0 }
    try {
      const { took, ...result } = await this.parts.renderReadme(organizationId, readme, folder)
      // Why there is none may lie in how busy the machine was.
      if (result.tree !== null) this.cached.set(key, result)
      return { ...result, took }
    } catch (error) {
      if (isUnavailable(error)) return undefined
      throw error
    }
  }
}
