/** The mark: three stacked layers, the newest lit. The same drawing is in `app/icon.svg`. */
export const Mark = () => (
  <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
    <rect width="24" height="24" rx="5" fill="#124669" />
    <path
      d="M5 15.5 12 19l7-3.5M5 12l7 3.5L19 12"
      fill="none"
      stroke="#88b8d7"
      strokeWidth="1.6"
      strokeLinejoin="round"
    />
    <path d="M12 5 5 8.5 12 12l7-3.5z" fill="#fff" />
  </svg>
)
