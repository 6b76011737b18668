import { expect, test } from 'vitest'
import { checkDigitOf, fromUpcE, spellingsOf } from '../../../shared/scan/gtin.ts'
import { readScan, sourcesIn } from '../../../shared/scan/read-scan.ts'

const GS = '\u001d'
/** The century of days is decided as of this one. */
const today = new Date('2026-11-26T00:00:00Z')
const gtin = '09506000134352'

test.each([
  // Figures 7.9.1 of the GS1 General Specifications, and numbers that GS1 prints in its documents.
  ['629104150021', '3'],
  ['37610425002123456', '9'],
  ['950600013435', '2'],
  ['9638507', '4'],
  ['03600029145', '2'],
  ['1061414100041', '5'],
])('the check digit of %s is %s', (digits, digit) => {
  expect(checkDigitOf(digits)).toBe(digit)
})

test.each([
  ['element string after FNC1', `]C101${gtin}17270131`, { gtin, expires: '2027-01-31' }],
  ['data matrix', `]d201${gtin}10ABC-1${GS}21S/9`, { gtin, lot: 'ABC-1', serial: 'S/9' }],
  ['QR code', `]Q321S9${GS}01${gtin}`, { gtin, serial: 'S9' }],
  ['data bar', `]e001${gtin}3024`, { gtin, units: 24 }],
  ['FNC1 in the first place as a separator', `${GS}01${gtin}10L`, { gtin, lot: 'L' }],
  ['no symbology identifier', `01${gtin}10L1${GS}17270131`, { gtin, lot: 'L1', expires: '2027-01-31' }],
  ['no separator either', `01${gtin}11260228`, { gtin, produced: '2026-02-28' }],
  ['separator after an element of fixed length', `]C101${gtin}${GS}3712`, { gtin, units: 12 }],
  ['logistic label', `]C100376104250021234569`, { sscc: '376104250021234569' }],
  ['content of a logistic unit', `]C102${gtin}3748${GS}10L`, { gtin, units: 48, lot: 'L' }],
  ['location', `]C14146291041500213`, { location: '6291041500213' }],
  ['elements that no field takes', `]C101${gtin}3113000750240X1${GS}9012${GS}8005000123`, { gtin }],
  [
    'the label of a meat packer, which says best before and net weight',
    '019402888703402331030012241526020510160126',
    { gtin: '94028887034023', netWeight: 1.224, expires: '2026-02-05', lot: '160126' },
  ],
  ['expiry before best before', `(01)${gtin}(15)270101(17)270131(16)261231`, { gtin, expires: '2027-01-31' }],
  ['expiry with a time', `(01)${gtin}(15)270101(7003)2701312359`, { gtin, expires: '2027-01-31T23:59:00.000Z' }],
  ['expiry with the time of its day', `(01)${gtin}(17)270131(7003)2701311200`, { gtin, expires: '2027-01-31' }],
  ['best before without a day', `(01)${gtin}(15)270200(16)270101`, { gtin, expires: '2027-02-28' }],
  ['sell by', `(01)${gtin}(16)270101`, { gtin, expires: '2027-01-01' }],
  [
    'a month of making that ends after the expiry',
    `(11)270100(17)270115`,
    { expires: '2027-01-15', produced: '2027-01-31' },
  ],
  ['weights', `(01)${gtin}(3102)001250(3300)000013`, { gtin, netWeight: 12.5, grossWeight: 13 }],
  ['pounds', `(01)${gtin}(3201)000105(3402)001100`, { gtin, netWeight: 4.76272, grossWeight: 4.989516 }],
  ['kilograms beside pounds', `(01)${gtin}(3202)000220(3102)000100`, { gtin, netWeight: 1 }],
  ['troy ounces', `(01)${gtin}(3563)000001`, { gtin, netWeight: 0.000031 }],
  ['no weight', `(01)${gtin}(3100)000000`, { gtin }],
  ['a separator that was typed', `01${gtin}10L1<GS>21S9`, { gtin, lot: 'L1', serial: 'S9' }],
  ['one in braces', `]d201${gtin}10L1{GS}21S9{gs}17270131`, { gtin, lot: 'L1', serial: 'S9', expires: '2027-01-31' }],
  ['one with a caret', `01${gtin}10L1^]21S9`, { gtin, lot: 'L1', serial: 'S9' }],
  ['one as an escape', String.raw`01${gtin}10L1\x1d21S9`, { gtin, lot: 'L1', serial: 'S9' }],
  ['its picture', `01${gtin}10L1␝21S9`, { gtin, lot: 'L1', serial: 'S9' }],
  ['one in the first place', `<FNC1>01${gtin}10L1`, { gtin, lot: 'L1' }],
  ['one where nothing else says that these are elements', '10L1<GS>21S9', { lot: 'L1', serial: 'S9' }],
  ['a name with these signs', 'A<GS>B', { text: 'A<GS>B' }],
  ['a number with these signs', '99^]X<GS>7', { text: '99^]X<GS>7' }],
  ['EAN-13 with an add-on', ']E3950600013435212', { gtin: '9506000134352', text: '9506000134352' }],
  ['EAN-13 with an add-on of five', ']E3950600013435212345', { gtin: '9506000134352', text: '9506000134352' }],
  ['EAN-13 of a scanner that looks for add-ons', ']E39506000134352', { gtin: '9506000134352', text: '9506000134352' }],
  ['UPC-E', ']E004252614', { gtin: '042100005264', text: '04252614' }],
  ['UPC-E without symbology identifier', '04252614', { gtin: '042100005264', text: '04252614' }],
  ['8 digits that are no UPC-E', '04252615', { text: '04252615' }],
  ['composite code of an EAN', ']E09506000134352]e010L117270131', { gtin: `0${'9506000134352'}`, lot: 'L117270131' }],
  ['composite code', `]e001${gtin}17270131${GS}10L1`, { gtin, expires: '2027-01-31', lot: 'L1' }],
  ['brackets', `(01)${gtin}(17)270131(10)A(B)1`, { gtin, expires: '2027-01-31', lot: 'A(B)1' }],
  ['no units', `]C101${gtin}300`, { gtin }],
  [
    'link',
    `https://id.gs1.org/01/${gtin}/10/ABC/21/S%2F9?17=270131&30=6&utm=x`,
    { gtin, lot: 'ABC', serial: 'S/9', expires: '2027-01-31', units: 6 },
  ],
  ['link on a host with a path', `http://example.com/a/b/01/9506000134352/`, { gtin }],
  ['link in a QR code', `]Q1https://id.gs1.org/414/6291041500213`, { location: '6291041500213' }],
  ['address that is no link', 'https://example.com/01/x/y', { text: 'https://example.com/01/x/y' }],
  ['EAN-13', '9506000134352', { gtin: '9506000134352', text: '9506000134352' }],
  ['UPC-12', ' 036000291452\r', { gtin: '036000291452', text: '036000291452' }],
  ['GTIN-8', ']E496385074', { gtin: '96385074', text: '96385074' }],
  ['GTIN-14', '10614141000415', { gtin: '10614141000415', text: '10614141000415' }],
  ['digits of another check digit', '9506000134353', { text: '9506000134353' }],
  ['SKU', 'BOLT-M6-30', { text: 'BOLT-M6-30' }],
  ['SKU in Code 128', ']C0BOLT-M6-30', { text: 'BOLT-M6-30' }],
  ['order number', 'PO-1001', { text: 'PO-1001' }],
  ['brackets of a name', '(M6) bolt', { text: '(M6) bolt' }],
  ['long number', '01234567890123456', { text: '01234567890123456' }],
])('%s is read', (_, code, scan) => {
  expect(readScan(code, today)).toEqual({ scan })
})

test.each([
  [`]C10109506000134353`, 'the check digit of (01)09506000134353 is wrong: it would be 2'],
  [`]C100376104250021234560`, 'the check digit of (00)376104250021234560 is wrong: it would be 9'],
  [`(414)6291041500210`, 'the check digit of (414)6291041500210 is wrong: it would be 3'],
  [']E09506000134353', 'the check digit of 9506000134353 is wrong: it would be 2'],
  ['https://id.gs1.org/01/09506000134353', 'the check digit of (01)09506000134353 is wrong: it would be 2'],
  [`]C101${gtin}500123`, 'the application identifier at “5001” is unknown'],
  [`(01)${gtin}(18)123`, 'the application identifier (18) is unknown'],
  [`https://id.gs1.org/01/${gtin}?18=1`, 'the application identifier (18) is unknown'],
  [`01${gtin}17270230`, '(17)270230 is no day: it is written YYMMDD'],
  [`01${gtin}17271301`, '(17)271301 is no day: it is written YYMMDD'],
  [`01${gtin}11260000`, '(11)260000 is no day: it is written YYMMDD'],
  [`]C101${gtin.slice(0, 9)}`, '(01) must have 14 digits'],
  [`]C101${gtin}10${GS}21S`, '(10) must have 1 to 20 letters, digits and signs'],
  [`]C101${gtin}10${'A'.repeat(21)}`, '(10) must have 1 to 20 letters, digits and signs'],
  [`]C101${gtin}30123456789`, '(30) must have 1 to 8 digits'],
  [`]C101${gtin}10A${GS}10B`, '(10) has two values'],
  [`]C101${gtin}02${gtin}`, '(01) and (02) exclude each other'],
  [`]C101${gtin}302${GS}372`, '(30) and (37) exclude each other'],
  [`(01)${gtin}(3102)000100(3103)001000`, '(3102) and (3103) exclude each other'],
  [`(01)${gtin}(17)270131(17)270201`, '(17) has two values'],
  [`(01)${gtin}(17)270131(7003)2702011200`, '(17) and (7003) are different days'],
  [`(01)${gtin}(11)270201(17)270131`, '(17) 2027-01-31 is before (11) 2027-02-01'],
  [`(01)${gtin}(13)270201(15)270131`, '(15) 2027-01-31 is before (13) 2027-02-01'],
  [`(01)${gtin}(7003)2702012400`, '(7003)2702012400 is no moment: it is written YYMMDDhhmm'],
  [`(01)${gtin}(7003)270201`, '(7003) must have 10 digits'],
  [`(01)${gtin}(421)12`, '(421) must have 3 digits and 1 to 9 characters'],
  [`(8018)950600013435212345`, 'the check digit of (8018)950600013435212345 is wrong: it would be 6'],
  [`]C101${gtin}7050A`, 'the application identifier at “7050” is unknown'],
  [']E112', ']E1 is only a part of a code: scan it as a whole'],
  [']e110L1', ']e1 is only a part of a code: scan it as a whole'],
  [']E3950600013435', 'the check digit of 950600013435 is wrong: it would be 9'],
  [']C1', 'there is nothing in it'],
  ['  ', 'there is nothing in it'],
])('“%s” is refused', (code, refusal) => {
  expect(readScan(code, today)).toEqual({ refusal })
})

test.each([
  ['2026', '761231', '2076-12-31'],
  ['2026', '771231', '1977-12-31'],
  ['2026', '260200', '2026-02-28'],
  ['2026', '280200', '2028-02-29'],
  ['2026', '001200', '2000-12-31'],
  ['2049', '991231', '2099-12-31'],
  ['2051', '010115', '2101-01-15'],
  ['2051', '020115', '2002-01-15'],
  ['1999', '490101', '2049-01-01'],
  ['1999', '500101', '1950-01-01'],
])('in %s the day %s is %s', (year, digits, expires) => {
  expect(readScan(`(17)${digits}`, new Date(`${year}-06-01`))).toEqual({ scan: { expires } })
})

test.each([
  [gtin, [gtin, '9506000134352']],
  ['9506000134352', ['9506000134352', gtin]],
  ['00036000291452', ['00036000291452', '0036000291452', '036000291452']],
  ['96385074', ['96385074', '00000096385074', '0000096385074', '000096385074']],
  ['10614141000415', ['10614141000415']],
])('%s is also written %s', (given, spellings) => {
  expect(spellingsOf(given)).toEqual(spellings)
})

test('each element of a code is named with what it became', () => {
  expect([...sourcesIn(`(01)${gtin}(10)L(11)260101(15)270101(17)270131(3103)001000(3113)000001`, today)]).toEqual([
    ['01', { value: gtin, became: 'gtin' }],
    ['10', { value: 'L', became: 'lot' }],
    ['11', { value: '260101', became: 'produced' }],
    ['15', { value: '270101', became: undefined }],
    ['17', { value: '270131', became: 'expires' }],
    ['3103', { value: '001000', became: 'netWeight' }],
    ['3113', { value: '000001', became: undefined }],
  ])
  expect([...sourcesIn(']E3950600013435212')]).toEqual([['addOn', { value: '12', became: undefined }]])
  expect([...sourcesIn('BOLT'), ...sourcesIn('(01)1')]).toEqual([])
})

test.each([
  ['01234565', '012345000065'],
  ['04252614', '042100005264'],
  ['01200003', '012000000003'],
  ['01234566', undefined],
  ['96385074', undefined],
])('UPC-E %s is UPC-A %s', (digits, upcA) => {
  expect(fromUpcE(digits)).toBe(upcA)
})
