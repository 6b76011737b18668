/** Uses a processor until it is killed, or its parent is gone. */
process.on('disconnect', () => process.exit(0))
const BURST_MS = 50
const burn = () => {
  const end = performance.now() + BURST_MS
  while (performance.now() < end);
  setImmediate(burn)
}
burn()
