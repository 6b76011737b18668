import { writeFileSync } from 'node:fs'

/** A GS1 DataMatrix: a GTIN (01), a count (30) and a serial number (21). */
const SYMBOL = `
#.#.#.#.#.#.#.#.#.#.#.#.#.
##..####.#.....#.........#
#...#.#...##.####...#.....
#.######..#..#.#.......###
###.##.#....#..##.#.##.#..
#....#....###..###.#..#..#
#..#.##.#..#.##.####...##.
#.##.##....###.#....##.#.#
####.###..#..#...###..#.#.
##.#.##.####.#.......#..##
#..##.#.##.##.#..#.##...#.
##########################`
  .trim()
  .split('\n')
export const PICTURED = { ean: '9506000134352', units: 24, serial: 'S9' }

const [WIDTH, HEIGHT] = [640, 480]
const MODULE = 12
const [BLACK, WHITE, COLORLESS] = [0, 255, 128]

/** Writes a video of one picture, the symbol on white paper, as Chromium's fake camera takes it (YUV4MPEG2). */
export function writeCameraPicture(file: string): void {
  const left = (WIDTH - MODULE * (SYMBOL[0]?.length ?? 0)) / 2
  const top = (HEIGHT - MODULE * SYMBOL.length) / 2
  const luma = Buffer.alloc(WIDTH * HEIGHT, WHITE)
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      const isBlack = SYMBOL[Math.floor((y - top) / MODULE)]?.[Math.floor((x - left) / MODULE)] === '#'
      if (isBlack) luma[y * WIDTH + x] = BLACK
    }
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, COLORLESS)
  const header = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip C420jpeg\nFRAME\n`
  writeFileSync(file, Buffer.concat([Buffer.from(header), luma, chroma]))
}
