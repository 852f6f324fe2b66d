/** Where a browser stores how high the rows of tables are. */
export const rowHeightKey = 'engine-rows'

const script = `try{document.documentElement.dataset.rows=localStorage.getItem('${rowHeightKey}')??'compact'}catch{}`

/** Before the page is painted, as the colours are set. The rows are compact unless the other choice is stored here. */
export const RowHeightScript = ({ nonce }: { nonce: string }) => (
  <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
)
