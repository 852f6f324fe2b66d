'use client'

import { PageFailure } from '~/shell/page-failure'

export default PageFailure
