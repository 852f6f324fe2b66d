import type { ModuleOutput, ModulePart } from '@engine/module-source'
import { shortText } from '@engine/shared'
import type { Archive } from './archive.js'
import type { Release } from './provider-release.js'
import type { ReadModule } from './read-module.js'
import { counted, docsLine, inWords, type DocsCounts } from './words.js'

const mostFiles = 100
const mostLeftOut = 10

/** Report of what a folder would publish, and what the platform would find in it. */
export function reportOf(
  { files, source }: ReadModule,
  archive: Archive,
  leftOut: readonly string[],
): string {
  const parts = [source.root, ...source.submodules, ...source.examples]
  const others = leftOut.length > 0 ? [leftOutLine(leftOut)] : []
  return [packedLine(files, archive), fileList(files), ...others, ...parts.map(partText)].join('\n\n')
}

/** Report of what a release would publish, and its documentation. */
export function releaseReportOf(
  { version, protocols, zips }: Release,
  keyId: string,
  docs?: DocsCounts & { readonly leftOut: readonly string[] },
): string {
  const rows = zips.map(({ os, arch, size, name }) => [`${os}/${arch}`, inWords(size), name])
  return [
    `Version ${version}, protocols ${protocols.join(', ')}, signed with the key ${keyId}`,
    ['Platforms', ...table(rows).map((line) => `  ${line}`)].join('\n'),
    ...(docs ? [`Documentation: ${docsLine(docs)}`] : []),
    ...(docs && docs.leftOut.length > 0 ? [leftOutLine(docs.leftOut)] : []),
  ].join('\n\n')
}

/** Line about the size of what is sent. */
export function packedLine(files: readonly string[], { size, sha256 }: Archive): string {
  return `${counted(files.length, 'file')}, packed into ${inWords(size)} (SHA-256 ${sha256})`
}

/** Line about the paths that are not sent. */
export function leftOutLine(paths: readonly string[]): string {
  const more = paths.length - mostLeftOut
  const named = paths.slice(0, mostLeftOut).map(visible).join(', ')
  return `Left out: ${named}${more > 0 ? ` and ${counted(more, 'more path')}` : ''}`
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

/** Text without what would move the cursor of a terminal. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
}
