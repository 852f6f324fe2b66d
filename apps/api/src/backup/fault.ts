/** Why a backup cannot be made or brought back, as a sentence for whoever runs it. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
}
