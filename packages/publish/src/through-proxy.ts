import { EnvHttpProxyAgent, Pool } from 'undici'
import { failingWithProxy } from '@engine/shared/proxy-connector'

/** Connections through the proxy that the environment names, if it names one. */
export const throughProxy = (options: EnvHttpProxyAgent.Options): EnvHttpProxyAgent =>
  new EnvHttpProxyAgent({
    ...options,
    factory: (origin, given) => new Pool(origin, failingWithProxy(given)),
  })
