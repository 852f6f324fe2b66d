import { invalid } from '../../kernel/errors.js'
import { ofRequest } from '../batched.js'

/** The most folders: for each of them the database looks through all that a version declares. */
const mostFolders = 5

/** The one version of an operation, of which it gets a few folders: a version may declare much. */
class ShownVersion {
  private id: string | undefined
  private folders = 0

  /** Admits a folder; throws `invalid` for another version than the first, and for too many folders. */
  admit(id: string): void {
    this.id ??= id
    if (this.id !== id) throw refusal('an operation may ask for the folders of one version alone')
    if (++this.folders > mostFolders) throw refusal(`an operation may ask for ${mostFolders} of them`)
  }
}

export const shownVersion = ofRequest(() => new ShownVersion())

const refusal = (message: string): Error =>
  invalid({ path: ['folder'], code: 'INVALID', message: `Folder is invalid: ${message}` })
