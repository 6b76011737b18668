/** A broken promise: its number and the evidence. */
export interface Finding {
  readonly promise:
    | 'R1'
    | 'R2'
    | 'R3'
    | 'R4'
    | 'R5'
    | 'R6'
    | 'R7'
    | 'R8'
    | 'R10'
    | 'R11'
    | 'R12'
    | 'R13'
    | 'R14'
    | 'R15'
    | 'R20'
    | 'S3'
    | 'S6'
    | 'feed'
    | 'orders'
    | 'bug'
  readonly what: string
}

export const finding = (promise: Finding['promise'], what: string): Finding => ({ promise, what })
