import { HclThreads, type HclThreadsOptions } from '@engine/module-source/hcl-threads'
import { unavailable } from '../../kernel/errors.js'

/** The threads that read uploaded modules. A publisher beyond their queue may try again. */
export function openHclThreads(options: HclThreadsOptions = {}): HclThreads {
  return new HclThreads({
    holdsParser: true,
    full: () => unavailable('Too many modules are being read at once'),
    ...options,
  })
}
