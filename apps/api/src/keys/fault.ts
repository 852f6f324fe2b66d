import { OperatorFault } from '../kernel/operator-fault.js'

/** Why keys cannot be rotated now. The message says what to do. */
export class KeysFault extends OperatorFault {
  override readonly name = 'KeysFault'
}
