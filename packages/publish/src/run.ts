import { needsHostBlock, registryHost } from '@engine/shared'
import { withArchive, type Archive } from './archive.js'
import { commandIn, type Compared, type Target } from './arguments.js'
import { compare } from './comparison.js'
import { Delivery } from './delivery.js'
import { exitCodes, Fault } from './fault.js'
import { contentsIn } from './folder.js'
import { help } from './help.js'
import { exchange, withPlatform } from './own-token.js'
import { Progress, type Screen } from './progress.js'
import { Publication } from './publication.js'
import { ModuleReader } from './published-module.js'
import { asFault, read, type ReadModule } from './reading.js'
import { RemoteModule } from './remote-module.js'
import { leftOutLine, packedLine, reportOf } from './report.js'

/** What the program has of the process that it runs in. */
export interface Infrastructure {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** For what was asked for. */
  readonly out: Screen
  /** For what happens meanwhile, and for what is wrong. */
  readonly messages: Screen
  /** Ends it early. */
  readonly signal: AbortSignal
  /** The program of the threads that parse; by default the platform's own. */
  readonly parser?: URL
}

/** Does what the arguments say; returns the exit code. */
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
  const { files, leftOut } = await contentsIn(command.folder)
  await withArchive(command.folder, files, async (archive) => {
    signal.throwIfAborted()
    const module = await read(archive, parser)
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

/** That it is done, and how the module is called from now on. */
function published({ namespace, name, provider, version }: Target, publicUrl: string): string {
  const host = registryHost(publicUrl)
  const address = `${namespace}/${name}/${provider}`
  const call = [`module "${name}" {`, `  source  = "${host}/${address}"`, `  version = "${version}"`, '}']
  const hint = needsHostBlock(publicUrl)
    ? `\nThe CLI finds ${host} by a host block in its configuration; the page of the module in the console shows it.\n`
    : ''
  return `Published ${address} ${version}\n\n${call.join('\n')}\n${hint}`
}

function faultOf(error: unknown): Fault {
  const known = asFault(error)
  return known instanceof Fault ? known : new Fault('refused', unforeseen(error))
}

function unforeseen(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
