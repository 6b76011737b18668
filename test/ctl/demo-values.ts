/** `[units, average, fifo, by the prices of lots]` of an item in a warehouse. */
type Row = readonly [item: string, wid: number, units: number, average: number, fifo: number, lot: number]

/**
 * What items of the demo are worth, worked out by hand from what local/demo/ says that was bought, moved and used. The days
 * are those of the first start, but which of two entries was first is always the same.
 */
export const handValues: readonly Row[] = [
  // Bought, and one lot moved to another spot:
  // 1,000 × 0.0325 + 1,600 × 0.037; 600 × 0.0525 + 1,200 × 0.0982; 1,400 × 0.0908.
  ['BOLT-M5-20', 1, 2_600, 91.7, 91.7, 91.7],
  ['BOLT-M5-20', 2, 1_800, 149.34, 149.34, 149.34],
  ['BOLT-M5-20', 3, 1_400, 127.12, 127.12, 127.12],

  // 4,000 × 0.009 = 36 and 3,500 × 0.0211 = 73.85. Then 875 of the second lot are issued:
  // 109.85 × 6,625 / 7,500; 3,125 × 0.009 + 73.85; 36 + 2,625 × 0.0211.
  ['SCREW-4X40-WD', 2, 6_625, 97.034167, 101.975, 91.3875],

  // 5,000 × 0.0083 = 41.5, which are moved to another spot, and 8,000 × 0.0031 = 24.8. Then 2,000 of the second lot are
  // issued: 66.3 × 11,000 / 13,000; 3,000 × 0.0083 + 24.8; 41.5 + 6,000 × 0.0031.
  ['LED-3MM-GRN', 1, 11_000, 56.1, 49.7, 60.1],

  // 1,000 × 0.0091 = 9.1 and 2,500 × 0.0087 = 21.75. The second lot is issued as a whole, then 625 × 0.0151 = 9.4375 come
  // from warehouse 3, where 2,500 were bought: 30.85 × 1,000 / 3,500 + 9.4375; 1,000 × 0.0087 + 9.4375; 9.1 + 9.4375.
  ['LABEL-100-150', 1, 1_625, 18.251786, 18.1375, 18.5375],
  ['LABEL-100-150', 3, 1_875, 28.3125, 28.3125, 28.3125],

  // 800 × 0.0994 + 600 × 0.0255 + 200 × 0.0267 from warehouse 3 + 2 × 200 × 0.08 = 132.16 of 2,000. A count
  // finds 12 less: 132.16 × 1,988 / 2,000; 132.16 - 12 × 0.0994; 132.16 - 12 × 0.08.
  ['BOLT-M6-16', 1, 1_988, 131.36704, 130.9672, 131.2],
  ['BOLT-M6-16', 2, 2_200, 86.94, 86.94, 86.94],
  ['BOLT-M6-16', 3, 600, 16.02, 16.02, 16.02],

  // 9,000 × 0.0162 + 7,000 × 0.0077, and 50 that a count found, without a price.
  ['WASHER-M5', 1, 16_050, 199.7, 199.7, 199.7],

  // 600 × 0.1544 + 600 × 0.2046 + 990 × 0.04 = 255 of 2,190. Of the first, 5 are shipped, 8 and 9 used in work
  // orders, and 40 leave for warehouse 2 three times: 255 × 2,048 / 2,190; 458 × 0.1544 + 600 × 0.2046 + 990 ×
  // 0.04.
  ['BOLT-M6-30', 1, 2_048, 238.465753, 233.0752, 233.0752],
  // 400 × 0.1327 + 800 × 0.133 = 159.48. Of the first transit nothing has come, of the second 30 and 2 rejected, of the
  // third 40: 159.48 + 72 × 255 / 2,190; 159.48 + 72 × 0.1544.
  ['BOLT-M6-30', 2, 1_272, 167.863562, 170.5968, 170.5968],

  // 4,500 × 0.0418 + 3,000 × 0.0318 + 4,000 × 0.01 = 323.5 of 11,500. Of the first, 200 and 60 are shipped, 16 used in a
  // work order, and 60 leave for warehouse 2 three times: 323.5 × 11,044 / 11,500; 323.5 - 456 × 0.0418.
  ['NUT-M6', 1, 11_044, 310.672522, 304.4392, 304.4392],
  // 3,000 × 0.0294 + 4,500 × 0.032 = 232.2, and one transit has come: 232.2 + 60 × 323.5 / 11,500; 232.2 + 60 × 0.0418.
  ['NUT-M6', 2, 7_560, 233.887826, 234.708, 234.708],

  // Made, without a price.
  ['CABINET-400', 1, 2, 0, 0, 0],
]
