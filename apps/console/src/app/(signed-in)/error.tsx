'use client'

import { LazyPageFailure } from '~/shell/lazy-page-failure'

export default LazyPageFailure
