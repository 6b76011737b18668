/** Whether the day of a moment has passed in the viewer's zone: what is due today is not late. */
export function isLate(at: string | null, now = new Date()): boolean {
  return at !== null && Date.parse(at) < new Date(now).setHours(0, 0, 0, 0)
}
