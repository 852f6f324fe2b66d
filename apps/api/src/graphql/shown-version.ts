import { invalid } from '../kernel/errors.js'

/** What a version declares may be much, so one operation is told of one. */
export class ShownVersion {
  private id: string | undefined

  /** Throws `invalid` for another version than the first. */
  admit(id: string): void {
    this.id ??= id
    if (this.id !== id)
      throw invalid({
        path: ['folder'],
        code: 'INVALID',
        message: 'Folder is invalid: an operation may ask for the folders of one version alone',
      })
  }
}
