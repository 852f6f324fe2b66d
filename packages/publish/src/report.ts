import type { ModuleOutput, ModulePart } from '@engine/module-source'
import { shortText } from '@engine/shared'
import type { Archive } from './archive.js'
import type { ReadModule } from './reading.js'

const mostFiles = 100
const mostLeftOut = 10

/** What of a folder would be published, and what the platform would find in it. */
export function reportOf(
  { files, source }: ReadModule,
  archive: Archive,
  leftOut: readonly string[],
): string {
  const parts = [source.root, ...source.submodules, ...source.examples]
  const others = leftOut.length > 0 ? [leftOutLine(leftOut)] : []
  return [packedLine(files, archive), fileList(files), ...others, ...parts.map(partText)].join('\n\n')
}

/** How much is sent, on one line. */
export function packedLine(files: readonly string[], { size, sha256 }: Archive): string {
  return `${counted(files.length, 'file')}, packed into ${inWords(size)} (SHA-256 ${sha256})`
}

/** What of the folder is not sent, on one line. */
export function leftOutLine(paths: readonly string[]): string {
  const more = paths.length - mostLeftOut
  const named = paths.slice(0, mostLeftOut).map(visible).join(', ')
  return `Left out: ${named}${more > 0 ? ` and ${counted(more, 'more path')}` : ''}`
}

export function inWords(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB']
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  return `${(bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`
}

function fileList(files: readonly string[]): string {
  const names = files.map((path) => `  ${visible(path)}`)
  const more = names.length - mostFiles
  return [...names.slice(0, mostFiles), ...(more > 0 ? [`  and ${counted(more, 'more file')}`] : [])].join(
    '\n',
  )
}

function partText(part: ModulePart): string {
  const rows = {
    inputs: part.inputs.map((input) => {
      const traits = [
        input.required ? 'required' : 'optional',
        ...(input.const ? ['const'] : []),
        ...traitsOf(input),
      ]
      return [input.name, oneLine(input.type), traits.join(', ')]
    }),
    outputs: part.outputs.map((output) => [
      output.name,
      oneLine(output.type),
      oneLine(output.description),
      traitsOf(output).join(', '),
    ]),
    resources: part.resources.map(({ type, name }) => [`${type}.${name}`]),
    dependencies: part.dependencies.map(({ name, source, version }) => [name, source, version]),
    'modules by expression': part.computedCalls.map(({ name, source, version }) => [name, source, version]),
    engines: part.engineConstraints.map(({ engine, constraint }) => [engine, constraint]),
    providers: part.providers.map(({ name, source, version, configurationAliases: aliases }) => {
      return [name, source, version, aliases.length > 0 ? `a call passes ${oneLine(aliases.join(', '))}` : '']
    }),
  }
  const readme = part.readme === '' ? 'no README' : 'with a README'
  const title = `${part.path === '' ? 'The module itself' : visible(part.path)}, ${readme}`
  const lists = Object.entries(rows).flatMap(([what, list]) =>
    list.length === 0 ? [] : [`  ${what}`, ...table(list).map((line) => `    ${line}`)],
  )
  return [title, ...(lists.length > 0 ? lists : ['  declares nothing'])].join('\n')
}

function traitsOf({
  sensitive,
  ephemeral,
  deprecated,
}: Pick<ModuleOutput, 'sensitive' | 'ephemeral' | 'deprecated'>): string[] {
  const traits = { sensitive, ephemeral, deprecated: deprecated !== '' }
  return Object.entries(traits).flatMap(([trait, isThere]) => (isThere ? [trait] : []))
}

/** A column that is empty in every row is left out. */
function table(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => (row[column] ?? '').length))
  return rows.map((row) =>
    row
      .flatMap((cell, column) => (width(column) > 0 ? [visible(cell).padEnd(width(column))] : []))
      .join('  ')
      .trimEnd(),
  )
}

function oneLine(text: string): string {
  return shortText(text.replace(/\s+/g, ' ').trim(), 60)
}

/** Without what would move the cursor of a terminal. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
