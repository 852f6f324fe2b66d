import { OperatorFault } from '../kernel/operator-fault.js'

/** Why a backup cannot be made or brought back, as a sentence for the operator. */
export class BackupFault extends OperatorFault {
  override readonly name = 'BackupFault'
}
