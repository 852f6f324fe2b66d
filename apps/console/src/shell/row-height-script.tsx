/** Key under which a browser stores the row height of tables. */
export const rowHeightKey = 'engine-rows'

const script = `try{document.documentElement.dataset.rows=localStorage.getItem('${rowHeightKey}')??'compact'}catch{}`

/**
 * Script that sets the row height before the page is painted, as is done for the colours. Rows are compact
 * unless the other choice is stored here.
 */
export const RowHeightScript = ({ nonce }: { nonce: string }) => (
  <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
)
