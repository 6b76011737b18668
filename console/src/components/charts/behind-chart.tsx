import type { ReactNode } from 'react'

/** The table with the figures of a chart, opened on demand. */
export function BehindChart({ children }: { readonly children: ReactNode }) {
  return (
    <details>
      <summary style={{ cursor: 'pointer', fontSize: 13, width: 'fit-content' }}>Show as a table</summary>
      <div style={{ marginTop: 8 }}>{children}</div>
    </details>
  )
}
