import type { ModuleSource } from '@engine/module-source'
import type { OperationContext } from '../../kernel/context.js'
import { isUnavailable } from '../../kernel/errors.js'
import type { FolderPlace, ShownReadme } from './module-folder.js'
import type { ModuleParts } from './module-parts.js'
import type { FolderReadme, ModuleReadmesStore } from './module-readmes.store.js'
import type { ReadmeNode, RenderedReadme, RenderReadme } from './readme-tree.js'

/** Of all READMEs of a version: how long a thread may be busy with them, in milliseconds, and their trees, in characters. */
const longestWork = 8000
const mostTrees = 4_000_000
/** How long a publication waits for its renderings, in milliseconds. */
const longestWait = 10_000
/** Of a README that is shown as it is written, in characters. */
const longestBeginning = 20_000

/** No folder of a version has this path. */
const changelogPath = 'CHANGELOG.md'

/** READMEs become safe trees when they are published: pages look them up and never render anything themselves. */
export class ModuleReadmesService {
  private readonly underWay = new Map<string, Promise<RenderedReadme | undefined>>()

  constructor(
    private readonly readmes: ModuleReadmesStore,
    private readonly parts: Pick<ModuleParts, 'folders' | 'versions' | 'renderReadme'>,
  ) {}

  /** What is left out, because too many others are being rendered, is rendered when it is first asked for. */
  async render(ctx: OperationContext, organizationId: string, source: ModuleSource): Promise<FolderReadme[]> {
    const begun = ctx.clock.now().getTime()
    const rendered: FolderReadme[] = []
    let [work, trees] = [0, 0]
    for (const { path, readme } of [source.root, ...source.submodules, ...source.examples]) {
      if (readme === '') continue
      if (ctx.clock.now().getTime() - begun > longestWait) break
      if (work > longestWork) {
        rendered.push({ path, tree: null, refusal: 'too-complex' })
        continue
      }
      const outcome = await this.rendered(organizationId, readme, path)
      if (!outcome) break
      const { took, ...result } = outcome
      work += took
      trees += result.tree?.length ?? 0
      rendered.push({ path, ...(trees > mostTrees ? { tree: null, refusal: 'too-large' } : result) })
    }
    return rendered
  }

  /** In a transaction. */
  async add(ctx: OperationContext, versionId: string, readmes: readonly FolderReadme[]): Promise<void> {
    if (readmes.length > 0) await this.readmes.add(ctx, versionId, readmes)
  }

  /** Of a folder that has a README, and of a version that was found before. */
  async find(ctx: OperationContext, place: FolderPlace): Promise<ShownReadme> {
    const { tree, refusal } = (await this.readmes.find(ctx, place)) ??
      (await this.renderLate(ctx, place, () => this.parts.folders.readme(ctx, place))) ?? {
        tree: null,
        refusal: 'waiting' as const,
      }
    if (tree !== null) return { tree, refusal: null, beginning: null }
    return { tree, refusal, beginning: await this.parts.folders.readme(ctx, place, longestBeginning) }
  }

  /** The CHANGELOG of a version, which is rendered when it is first asked for; empty where it cannot be shown. */
  async changelog(
    ctx: OperationContext,
    versionId: string,
    read: (organizationId: string) => Promise<string>,
  ): Promise<readonly ReadmeNode[]> {
    const place = { versionId, path: changelogPath }
    const found = (await this.readmes.find(ctx, place)) ?? (await this.renderLate(ctx, place, read))
    return found?.tree ? (JSON.parse(found.tree) as ReadmeNode[]) : []
  }

  /** One that was published before READMEs were rendered, or while too many were. However many ask, it is rendered once. */
  private async renderLate(
    ctx: OperationContext,
    place: FolderPlace,
    read: (organizationId: string) => Promise<string>,
  ): Promise<RenderedReadme | undefined> {
    const key = JSON.stringify([place.versionId, place.path])
    const begun = this.underWay.get(key)
    if (begun) return begun
    const rendering = this.renderNow(ctx, place, read).finally(() => this.underWay.delete(key))
    this.underWay.set(key, rendering)
    return rendering
  }

  private async renderNow(
    ctx: OperationContext,
    place: FolderPlace,
    read: (organizationId: string) => Promise<string>,
  ): Promise<RenderedReadme | undefined> {
    // Its links lead from the root, where the file lies.
    const folder = place.path === changelogPath ? '' : place.path
    const version = await this.parts.versions.find(ctx, place.versionId)
    if (!version) return undefined
    const { organizationId } = version.module
    const outcome = await this.rendered(organizationId, await read(organizationId), folder)
    if (!outcome) return undefined
    const { took: _, ...result } = outcome
    await this.readmes.add(ctx, place.versionId, [{ path: place.path, ...result }])
    return result
  }

  /** Undefined when too many wait already. */
  private async rendered(
    organizationId: string,
    readme: string,
    folder: string,
  ): Promise<Awaited<ReturnType<RenderReadme>> | undefined> {
    try {
      return await this.parts.renderReadme(organizationId, readme, folder)
    } catch (error) {
      if (isUnavailable(error)) return undefined
      throw error
    }
  }
}
