import { needsHostBlock, registryHost } from '@engine/shared'
import { withArchive, type Archive } from './archive.js'
import {
  commandIn,
  type Command,
  type Compared,
  type MirrorTarget,
  type ProviderTarget,
  type Target,
} from './arguments.js'
import { compare } from './comparison.js'
import { Delivery } from './delivery.js'
import { exitCodes, Fault } from './fault.js'
import { contentsIn } from './folder.js'
import { help } from './help.js'
import { exchange, withPlatform } from './own-token.js'
import { MirrorImport } from './mirror-import.js'
import { mirroredIn } from './mirrored-files.js'
import { Progress, type Screen } from './progress.js'
import { Publication } from './publication.js'
import { sendDocs, withDocs } from './provider-docs.js'
import { originIn, ProviderPublication } from './provider-publication.js'
import { releaseIn } from './provider-release.js'
import { ModuleReader } from './published-module.js'
import { asFault, readModule, type ReadModule } from './read-module.js'
import { ReleaseDelivery } from './release-delivery.js'
import { RemoteModule } from './remote-module.js'
import { RemoteProvider } from './remote-provider.js'
import { leftOutLine, packedLine, releaseReportOf, reportOf } from './report.js'

/** Parts of its process that the program uses. */
export interface Infrastructure {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** Output for what was asked for. */
  readonly out: Screen
  /** Output for progress and errors. */
  readonly messages: Screen
  /** Ends it early. */
  readonly signal: AbortSignal
  /** The program of the threads that parse; by default the platform's own. */
  readonly parser?: URL
}

/** Runs what the arguments say; returns the exit code. */
export async function run(infrastructure: Infrastructure): Promise<number> {
  const progress = new Progress(infrastructure.messages)
  try {
    await perform(infrastructure, progress)
    return exitCodes.ok
  } catch (error) {
    progress.clear()
    const fault = infrastructure.signal.aborted ? new Fault('interrupted', 'interrupted') : faultOf(error)
    progress.line(`engine-publish: ${fault.message}`)
    return exitCodes[fault.kind]
  }
}

async function perform(infrastructure: Infrastructure, progress: Progress): Promise<void> {
  const { args, env, out, signal, parser } = infrastructure
  const command = commandIn(args, env)
  if (command.kind === 'help') return void out.write(help)
  if (command.kind === 'token') {
    const { token } = await exchange(command.url, command.exchange, signal)
    return void out.write(`${token}\n`)
  }
  if (command.kind === 'mirror')
    return importMirror(infrastructure, command.folder, command.platform, progress)
  if (command.kind === 'provider') return publishProvider(infrastructure, command, progress)
  const { files, leftOut } = await contentsIn(command.folder)
  await withArchive(command.folder, files, async (archive) => {
    signal.throwIfAborted()
    const module = await readModule(archive, parser)
    signal.throwIfAborted()
    for (const warning of module.source.warnings) progress.warn(warning)
    if (command.kind === 'dry run') {
      out.write(`${reportOf(module, archive, leftOut)}\n\n`)
      if (command.compared) await showComparison(infrastructure, command.compared, module, progress)
      return void out.write('A dry run: nothing was sent.\n')
    }
    if (leftOut.length > 0) progress.line(leftOutLine(leftOut))
    progress.line(packedLine(module.files, archive))
    await publish(infrastructure, command.target, archive, progress)
  })
}

async function publish(
  { out, signal }: Infrastructure,
  target: Target,
  archive: Archive,
  progress: Progress,
): Promise<void> {
  await withPlatform(target, signal, progress, async (platform) => {
    const remote = new RemoteModule(platform, target)
    const delivery = new Delivery(platform, remote, archive, progress)
    const publicUrl = await new Publication(target, remote, delivery, progress).run()
    progress.clear()
    out.write(published(target, publicUrl))
  })
}

async function importMirror(
  { out, signal }: Infrastructure,
  folder: string,
  target: MirrorTarget,
  progress: Progress,
): Promise<void> {
  const files = await mirroredIn(folder)
  await withPlatform(target, signal, progress, async (platform) => {
    const { sent, there } = await new MirrorImport(platform, progress).run(files)
    progress.clear()
    out.write(`${sent} ${sent === 1 ? 'file' : 'files'} imported, ${there} there already\n`)
  })
}

async function publishProvider(
  { out, signal }: Infrastructure,
  { folder, target, docs: docsFolder, isDry }: Extract<Command, { kind: 'provider' }>,
  progress: Progress,
): Promise<void> {
  const release = await releaseIn(folder, target.name)
  for (const warning of release.warnings) progress.warn(warning)
  await withDocs(docsFolder, async (docs) => {
    signal.throwIfAborted()
    await withPlatform(target, signal, progress, async (platform) => {
      const remote = new RemoteProvider(platform, target)
      const delivery = new ReleaseDelivery(platform, progress)
      const publication = new ProviderPublication(target, remote, release, delivery, progress)
      if (isDry) {
        const { keyId } = await publication.signer()
        return void out.write(`${releaseReportOf(release, keyId, docs)}\n\nA dry run: nothing was sent.\n`)
      }
      if (docs && docs.leftOut.length > 0) progress.line(leftOutLine(docs.leftOut))
      const { version, isNew } = await publication.run()
      progress.clear()
      if (!isNew && !docs)
        throw new Fault(
          'exists',
          `${publication.name} is published already; publish the next version instead`,
        )
      if (isNew) out.write(publishedProvider(target, release.version, originIn(version)))
      if (!docs) return
      const taken = await sendDocs(docs, version, delivery, progress)
      out.write(`${isNew ? '\n' : ''}Documentation of ${publication.name}: ${taken}\n`)
    })
  })
}

/** Sentences that it is published, and how to require the provider from now on. */
function publishedProvider({ namespace, name }: ProviderTarget, version: string, publicUrl: string): string {
  const source = `${registryHost(publicUrl)}/${namespace}/${name}`
  const requirement = [`${name} = {`, `  source  = "${source}"`, `  version = "${version}"`, '}']
  return `Published ${namespace}/${name} ${version}\n\n${requirement.join('\n')}\n${hostHint(publicUrl, 'provider')}`
}

/** Throws a `Fault` where the platform would refuse to publish it. */
async function showComparison(
  { out, signal }: Infrastructure,
  compared: Compared,
  { source }: ReadModule,
  progress: Progress,
): Promise<void> {
  await withPlatform(compared, signal, progress, async (platform) => {
    const { text, refusal } = await compare(new ModuleReader(platform, compared), source, compared.version)
    out.write(`${text}\n\n`)
    if (refusal) throw refusal
  })
}

/** Sentences that it is published, and how to call the module from now on. */
function published({ namespace, name, provider, version }: Target, publicUrl: string): string {
  const host = registryHost(publicUrl)
  const address = `${namespace}/${name}/${provider}`
  const call = [`module "${name}" {`, `  source  = "${host}/${address}"`, `  version = "${version}"`, '}']
  return `Published ${address} ${version}\n\n${call.join('\n')}\n${hostHint(publicUrl, 'module')}`
}

/** Sentence for a platform that the CLI does not find by its name alone; else empty. */
const hostHint = (publicUrl: string, noun: string): string =>
  needsHostBlock(publicUrl)
    ? `\nThe CLI finds ${registryHost(publicUrl)} by a host block in its configuration; the page of the ${noun} in the console shows it.\n`
    : ''

function faultOf(error: unknown): Fault {
  const known = asFault(error)
  return known instanceof Fault ? known : new Fault('refused', unforeseen(error))
}

function unforeseen(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
