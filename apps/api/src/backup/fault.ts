/** Why a backup cannot be made or brought back, as a sentence for the operator. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
}
