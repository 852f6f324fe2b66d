import { graphql } from '~/data/generated'
import type { ModuleFileFactsFragment } from '~/data/generated/graphql'
import { modulePicture } from '~/paths'
import { Note } from '~/ui/texts'
import { CopiedCode } from '../usage/copied-code'
import { Lines } from '../files/lines'
import { Colored, type ModuleArchive } from './readme'

export const ModuleFileFacts = graphql(`
  fragment ModuleFileFacts on RegistryModuleFile {
    path
    size
    tree
    refusal
  }
`)

type Props = {
  file: ModuleFileFactsFragment
  archive: ModuleArchive
  /** True to show line numbers. */
  isNumbered?: boolean
}

/** A file of an archive: text in its colours, a picture, or why it is neither. */
export function ModuleFileView({ file: { path, tree, refusal }, archive, isNumbered = false }: Props) {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (/\.(png|jpe?g|gif|webp)$/i.test(path))
    return (
      <img
        src={modulePicture(archive.module, { version: archive.version, path })}
        alt={name}
        style={{ maxWidth: '100%' }}
      />
    )
  if (refusal === 'TOO_LARGE') return <Note>Too large to show. Download the archive to read it.</Note>
  if (refusal === 'BINARY') return <Note>Not a text file. Download the archive to open it.</Note>
  if (isNumbered) return <Lines name={name} tree={tree} archive={archive} />
  return (
    <CopiedCode what={name}>
      <Colored tree={tree} archive={archive} />
    </CopiedCode>
  )
}
