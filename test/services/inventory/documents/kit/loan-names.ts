import type { FamilyKey, ReportedFamily } from '../../../../../shared/names/families.ts'

type Names = typeof import('../../../../../shared/names/families.ts')

const loan = {
  kind: 'loan',
  whole: 'loan',
  numberField: 'loanNo',
  prefix: 'LN',
  path: 'Loan',
  about: 'Units that are lent, and come back or are lost',
  command: 'loan',
  help: 'Loans',
  reads: ['readReservations'],
  writes: 'writeReservations',
  units: 'brought',
  reportedAs: 'loan',
} as const

// The key is one of the names where a test has added them; the types do not know it.
export const loanKey = 'loan' as FamilyKey
export const loanNames = { key: loanKey, ...loan }
// As above.
export const reportedLoans = 'loan' as ReportedFamily

/** Adds a seventh family to the names, in the process of a test alone. */
export function addLoan(names: Names): Names {
  Object.assign(names.families, { loan })
  for (const keys of [names.familyKeys, names.atpKeys] as FamilyKey[][]) keys.push(loanKey)
  ;(names.reportedFamilies as ReportedFamily[]).push(reportedLoans)
  return names
}
