/** What an application identifier says of its value. */
export interface Identifier {
  /** Characters of the value if it needs no separator behind it. */
  readonly fixedLength: number | undefined
  readonly pattern: RegExp
  /** The end of a sentence that begins with “(17) must have”. */
  readonly described: string
  /** The digits that end with a check digit, from the first on; 0 without one. */
  readonly checkedDigits: number
}

/**
 * Identifiers and formats of their values, as GS1's Barcode Syntax Dictionary lists them (docs/decisions/scans.md#88): `N`
 * digits, `X` letters, digits and signs (character set 82), `Y` those of set 39, `Z` base64url, `T` text of any characters;
 * `..20` at most so many, `#` ends with a check digit, `?` may be absent. `a-b` is a range.
 */
const WITHOUT_SEPARATOR: readonly (readonly [string, string])[] = [
  ['00', 'N18#'],
  ['01-03', 'N14#'],
  ['11-13 15-17', 'N6'],
  ['20', 'N2'],
  // Measures: the last digit says how many decimals there are.
  ['3100-3105 3110-3115 3120-3125 3130-3135 3140-3145 3150-3155 3160-3165', 'N6'],
  ['3200-3205 3210-3215 3220-3225 3230-3235 3240-3245 3250-3255 3260-3265 3270-3275 3280-3285 3290-3295', 'N6'],
  ['3300-3305 3310-3315 3320-3325 3330-3335 3340-3345 3350-3355 3360-3365 3370-3375', 'N6'],
  ['3400-3405 3410-3415 3420-3425 3430-3435 3440-3445 3450-3455 3460-3465 3470-3475 3480-3485 3490-3495', 'N6'],
  ['3500-3505 3510-3515 3520-3525 3530-3535 3540-3545 3550-3555 3560-3565 3570-3575', 'N6'],
  ['3600-3605 3610-3615 3620-3625 3630-3635 3640-3645 3650-3655 3660-3665 3670-3675 3680-3685 3690-3695', 'N6'],
  ['410-417', 'N13#'],
]

const WITH_SEPARATOR: readonly (readonly [string, string])[] = [
  ['10 21', 'X..20'],
  ['22 243 254 420 4318 7020-7022 710-717 7240 8002 8012', 'T..20'],
  ['235', 'T..28'],
  ['240-241 250-251 400-401 403 4308 4319 7002 7023 8004 90', 'T..30'],
  ['242', 'N..6'],
  ['253', 'N13# T..17?'],
  ['255', 'N13# N..12?'],
  ['30 37', 'N..8'],
  ['3900-3909 3920-3929', 'N..15'],
  ['3910-3919 3930-3939', 'N3 N..15'],
  ['3940-3943 8111', 'N4'],
  ['3950-3955 4326 7006 8005', 'N6'],
  ['402', 'N17#'],
  ['421', 'N3 T..9'],
  ['422 424 426', 'N3'],
  ['423 425', 'N3 N3? N3? N3? N3?'],
  ['427 7008', 'T..3'],
  ['4300-4301 4310-4311 4320', 'T..35'],
  ['4302-4306 4312-4316 7257 8110 8112 8200', 'T..70'],
  ['4307 4317', 'T2'],
  ['4309', 'N20'],
  ['4321-4323 7252', 'N1'],
  ['4324-4325 7003', 'N10'],
  ['4330-4333', 'N6 T1?'],
  ['7001', 'N13'],
  ['7004', 'N..4'],
  ['7005', 'T..12'],
  ['7007', 'N6 N6?'],
  ['7009 7255', 'T..10'],
  ['7010', 'T..2'],
  ['7011', 'N6 N4?'],
  ['7030-7039', 'N3 T..27'],
  ['7040', 'N1 T3'],
  ['7041', 'T..4'],
  ['7230-7239', 'T2 T..28'],
  ['7241', 'N2'],
  ['7242 8013-8014 8020', 'T..25'],
  ['7250', 'N8'],
  ['7251', 'N12'],
  ['7253-7254 7259', 'T..40'],
  ['7256 91-99', 'T..90'],
  ['7258', 'T3'],
  ['8001', 'N14'],
  ['8003', 'N14# T..16?'],
  ['8006 8026', 'N14# N4'],
  ['8007', 'T..34'],
  ['8008', 'N8 N2? N2?'],
  ['8009', 'T..50'],
  ['8010', 'Y..30'],
  ['8011', 'N..12'],
  ['8017-8018', 'N18#'],
  ['8019', 'N..10'],
  ['8030', 'Z..90'],
  ['8040-8041', 'N15'],
  ['8042', 'N32'],
  ['8043', 'N18 N..2?'],
]

const CHARACTERS: Readonly<Record<string, readonly [pattern: string, one: string, many: string]>> = {
  N: [String.raw`\d`, 'digit', 'digits'],
  X: ['[!"%-?A-Z_a-z]', 'letter, digit or sign', 'letters, digits and signs'],
  Y: [String.raw`[#\-/0-9A-Z]`, 'capital, digit or sign', 'capitals, digits and signs'],
  Z: [String.raw`[\w=-]`, 'letter, digit or sign', 'letters, digits and signs'],
  // Set 82 as well; but labels have spaces in what nothing here reads.
  T: [String.raw`\P{Cc}`, 'character', 'characters'],
}

function* identifiersIn(listed: string): Generator<string> {
  for (const range of listed.split(' ')) {
    const [first = '', last = first] = range.split('-')
    for (let number = Number(first); number <= Number(last); number++) yield String(number).padStart(first.length, '0')
  }
}

function toIdentifier(format: string, isFixed: boolean): Identifier {
  const formats = format.split(' ').map((part) => {
    const [, kind = '', upTo, length = '', sign] = /^(\w)(\.\.)?(\d+)([#?])?$/.exec(part) ?? []
    const [pattern = '', one = '', many = ''] = CHARACTERS[kind] ?? []
    const repeated = `${pattern}{${upTo ? 1 : length},${length}}`
    const count = `${upTo && length !== '1' ? '1 to ' : ''}${length} ${length === '1' ? one : many}`
    return {
      length: Number(length),
      pattern: sign === '?' ? `(?:${repeated})?` : repeated,
      described: sign === '?' ? `at most ${length} more` : count,
      isChecked: sign === '#',
    }
  })
  return {
    fixedLength: isFixed ? formats[0]?.length : undefined,
    pattern: new RegExp(`^${formats.map(({ pattern }) => pattern).join('')}$`, 'u'),
    described: formats.map(({ described }) => described).join(' and '),
    checkedDigits: formats[0]?.isChecked ? formats[0].length : 0,
  }
}

const all: ReadonlyMap<string, Identifier> = new Map(
  [
    ...WITHOUT_SEPARATOR.map((row) => [...row, true] as const),
    ...WITH_SEPARATOR.map((row) => [...row, false] as const),
  ].flatMap(([listed, format, isFixed]) => {
    const identifier = toIdentifier(format, isFixed)
    return [...identifiersIn(listed)].map((name) => [name, identifier] as const)
  }),
)

/** An application identifier that exists, by its digits. */
export const findIdentifier = (digits: string): Identifier | undefined => all.get(digits)

/** The application identifier that a code begins with: none begins another one. */
export const identifierAt = (code: string): string | undefined =>
  [2, 3, 4].map((length) => code.slice(0, length)).find((digits) => all.has(digits))
