/** The options of a trial. */
export interface TrialOptions {
  readonly rounds: number
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly connections: number
  readonly say: (line: string) => void
}
