import { expect, test } from 'vitest'
import { checkDigitOf, spellingsOf } from '../../../shared/scan/gtin.ts'
import { readScan } from '../../../shared/scan/read-scan.ts'

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
  ['elements that nothing is known of', `]C101${gtin}3103000750240X1${GS}9012${GS}8005000123`, { gtin }],
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
