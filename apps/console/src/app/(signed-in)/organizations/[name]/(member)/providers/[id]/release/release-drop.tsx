'use client'

import { FileDrop, type PickedFiles } from '~/ui/file-drop'

/** More is no release. */
const most = 200

const names = { files: 'Files of the release', folder: 'Folder of the release', button: 'Choose files' }

/** Field to drop or choose all files of a release at once. */
export function ReleaseDrop({ onFiles }: { onFiles: (files: File[]) => void }) {
  const open = async ({ files }: PickedFiles) => {
    // Other build results are in folders below.
    const own = files.filter(({ path }) => !path.includes('/')).slice(0, most)
    onFiles(await Promise.all(own.map((file) => file.open())))
  }
  return (
    <FileDrop names={names} multiple onPick={(given) => void given.then(open).catch(() => undefined)}>
      Drop the folder of a release here: its zips, SHA256SUMS and SHA256SUMS.sig.
    </FileDrop>
  )
}
