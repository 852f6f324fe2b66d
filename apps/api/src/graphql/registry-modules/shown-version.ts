import { invalid } from '../../kernel/errors.js'
import { ofRequest } from '../batched.js'

/** The database looks through all that a version declares for each of them. */
const mostFolders = 5

/** A version may declare much, so one operation gets a few folders of one version. */
class ShownVersion {
  private id: string | undefined
  private folders = 0

  /** Throws `invalid` for another version than the first, and for too many folders. */
  admit(id: string): void {
    this.id ??= id
    if (this.id !== id) throw refusal('an operation may ask for the folders of one version alone')
    if (++this.folders > mostFolders) throw refusal(`an operation may ask for ${mostFolders} of them`)
  }
}

export const shownVersion = ofRequest(() => new ShownVersion())

const refusal = (message: string): Error =>
  invalid({ path: ['folder'], code: 'INVALID', message: `Folder is invalid: ${message}` })
