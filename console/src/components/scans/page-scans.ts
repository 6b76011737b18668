import { useEffect, useRef } from 'react'

/** Takes a code; false if it takes none at the moment. */
type Take = (code: string) => boolean

const fields: Take[] = []

/** The page has a field for scans: it takes what is scanned while no field has the cursor. */
export function useScanField(take: Take): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const own: Take = (code) => latest.current(code)
    fields.push(own)
    return () => void fields.splice(fields.indexOf(own), 1)
  }, [])
}

/** Gives a code to the field for scans that the page opened last; false if no field takes it. */
export const takeScan: Take = (code) => fields.at(-1)?.(code) ?? false
