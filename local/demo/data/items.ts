import pMap from 'p-map'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { CALLS_AT_ONCE, type Once, unlessPresent } from './repetition.ts'
import { tradedItems } from './traded-items.ts'

/** Data that the item's lots carry besides a quantity. */
type Trait = 'serial' | 'expires' | 'tagged'

type Row = readonly [shortID: string, description: string, uOM: string, putUp: string, units: number, ...rest: Extra[]]
type Extra = Trait | { readonly owner: number }

/** Names of the categories from 1, and of the sub-categories of each from 1. */
const categoryNames: readonly (readonly [name: string, ...subCategories: string[]])[] = [
  ['Fasteners', 'Bolts and screws', 'Nuts and washers', 'Rivets and anchors'],
  ['Electrical', 'Components', 'Connectors and cables', 'Devices'],
  ['Packaging', 'Cartons and pallets', 'Tapes, films and labels'],
  ['Chemicals', 'Adhesives and solder'],
]

/** The same by number. */
export const categories = categoryNames.map(([name, ...subCategories], at) => ({
  category: at + 1,
  name,
  subCategories: subCategories.map((sub, index) => ({ category: at + 1, subCategory: index + 1, name: sub })),
}))

/** Rows by category (1 to 4) and sub-category (from 1). */
const catalogue: readonly (readonly (readonly Row[])[])[] = [
  [
    [
      ['BOLT-M5-20', 'Hex bolt M5 x 20, 8.8, zinc plated', 'EA', 'Box 200', 200],
      ['BOLT-M6-16', 'Hex bolt M6 x 16, 8.8, zinc plated', 'EA', 'Box 200', 200],
      ['BOLT-M6-30', 'Hex bolt M6 x 30, 8.8, zinc plated', 'EA', 'Box 100', 100],
      ['BOLT-M8-25', 'Hex bolt M8 x 25, 8.8, zinc plated', 'EA', 'Box 100', 100],
      ['BOLT-M10-60', 'Hex bolt M10 x 60, 10.9, plain', 'EA', 'Box 50', 50],
      ['BOLT-M12-80-A4', 'Hex bolt M12 x 80, stainless A4-80', 'EA', 'Box 25', 25],
      ['SCREW-M3-8-PH', 'Pan head screw M3 x 8, Phillips, A2', 'EA', 'Bag 500', 500],
      ['SCREW-M4-12-TX', 'Countersunk screw M4 x 12, Torx T20, A2', 'EA', 'Bag 500', 500],
      ['SCREW-4X40-WD', 'Wood screw 4.0 x 40, yellow zinc', 'EA', 'Box 500', 500],
      ['SCREW-SD-4.2-19', 'Self-drilling screw 4.2 x 19, hex washer head', 'EA', 'Box 1000', 1000],
    ],
    [
      ['NUT-M5', 'Hex nut M5, class 8, zinc plated', 'EA', 'Bag 500', 500],
      ['NUT-M6', 'Hex nut M6, class 8, zinc plated', 'EA', 'Bag 500', 500],
      ['NUT-M8-LOCK', 'Nylon insert lock nut M8', 'EA', 'Bag 200', 200],
      ['NUT-M6-CAGE', 'Cage nut M6 for 19" racks', 'EA', 'Bag 50', 50, { owner: 7 }],
      ['WASHER-M5', 'Flat washer M5, zinc plated', 'EA', 'Bag 1000', 1000],
      ['WASHER-M6', 'Flat washer M6, zinc plated', 'EA', 'Bag 1000', 1000],
      ['WASHER-M8-SPR', 'Spring washer M8', 'EA', 'Bag 500', 500],
    ],
    [
      ['RIVET-4X10', 'Blind rivet 4 x 10, aluminium / steel', 'EA', 'Box 500', 500],
      ['ANCHOR-8X80', 'Through anchor M8 x 80, zinc plated', 'EA', 'Box 50', 50],
      ['ROD-M8-1000', 'Threaded rod M8 x 1000, 4.8', 'EA', 'Bundle 10', 10],
    ],
  ],
  [
    [
      ['RES-0603-10K', 'Resistor 10 kOhm 1 % 0603', 'EA', 'Reel 5000', 5000],
      ['RES-0603-4K7', 'Resistor 4.7 kOhm 1 % 0603', 'EA', 'Reel 5000', 5000],
      ['CAP-0603-100N', 'Capacitor 100 nF 50 V X7R 0603', 'EA', 'Reel 4000', 4000],
      ['CAP-EL-470U-25', 'Electrolytic capacitor 470 uF 25 V', 'EA', 'Bag 200', 200],
      ['DIODE-1N4148W', 'Switching diode 1N4148W SOD-123', 'EA', 'Reel 3000', 3000],
      ['LED-3MM-GRN', 'LED 3 mm, green, diffused', 'EA', 'Bag 1000', 1000],
      ['IC-LM358-SO8', 'Dual operational amplifier LM358, SO-8', 'EA', 'Reel 2500', 2500],
      ['IC-STM32G031', 'Microcontroller STM32G031K8T6, LQFP-32', 'EA', 'Tray 250', 250],
      ['REG-AMS1117-33', 'Linear regulator 3.3 V 1 A, SOT-223', 'EA', 'Reel 2500', 2500],
    ],
    [
      ['CONN-RJ45-SH', 'RJ45 jack, shielded, through hole', 'EA', 'Tray 60', 60],
      ['CONN-M12-4F', 'M12 connector, 4 pole, female, A-coded', 'EA', 'Bag 10', 10],
      ['TERM-2.5-GY', 'Terminal block 2.5 mm2, grey', 'EA', 'Box 100', 100],
      ['WIRE-0.5-RED', 'Hook-up wire 0.5 mm2, red', 'M', 'Spool 100 m', 100],
      ['WIRE-0.5-BLK', 'Hook-up wire 0.5 mm2, black', 'M', 'Spool 100 m', 100],
      ['CABLE-CAT6-305', 'Installation cable Cat 6 U/UTP, grey', 'M', 'Box 305 m', 305],
      ['HSHRINK-6-BLK', 'Heat shrink tube 6 mm, black, 2:1', 'M', 'Spool 50 m', 50],
    ],
    [
      ['PSU-24V-5A', 'Power supply 24 V DC 5 A, DIN rail', 'EA', 'Box 1', 1, 'serial'],
      ['PSU-12V-2A', 'Power supply 12 V DC 2 A, DIN rail', 'EA', 'Box 1', 1, 'serial'],
      ['PLC-CPU-14', 'Compact controller, 14 inputs / 10 outputs', 'EA', 'Box 1', 1, 'serial', { owner: 7 }],
      ['HMI-7-TOUCH', 'Operator panel 7", touch', 'EA', 'Box 1', 1, 'serial', { owner: 12 }],
      ['SENS-IND-M12', 'Inductive sensor M12, PNP, 4 mm', 'EA', 'Box 1', 1, 'serial'],
      ['SW-ETH-5', 'Ethernet switch, 5 port, unmanaged', 'EA', 'Box 1', 1, 'serial'],
      ['MOTOR-ST-23', 'Stepper motor NEMA 23, 1.9 Nm', 'EA', 'Box 1', 1, 'serial', { owner: 12 }],
      ['BATT-AA-LI', 'Lithium cell AA, 1.5 V', 'EA', 'Blister 10', 10, 'expires'],
    ],
  ],
  [
    [
      ['BOX-200-150-100', 'Carton 200 x 150 x 100 mm, single wall', 'EA', 'Bundle 25', 25, 'tagged'],
      ['BOX-400-300-200', 'Carton 400 x 300 x 200 mm, double wall', 'EA', 'Bundle 20', 20, 'tagged'],
      ['BOX-600-400-400', 'Carton 600 x 400 x 400 mm, double wall', 'EA', 'Bundle 10', 10, 'tagged'],
      ['PALLET-EUR', 'Euro pallet 1200 x 800 mm', 'EA', 'Stack 15', 15, 'tagged'],
      ['CRATE-600-400', 'Returnable crate 600 x 400 x 220 mm', 'EA', 'Stack 8', 8, 'tagged'],
    ],
    [
      ['TAPE-50-66', 'Packing tape 50 mm x 66 m, brown', 'EA', 'Box 36', 36],
      ['FILM-500-300', 'Stretch film 500 mm x 300 m, 20 my', 'EA', 'Box 6', 6],
      ['BUBBLE-1000', 'Bubble wrap 1000 mm', 'M', 'Roll 100 m', 100],
      ['LABEL-100-150', 'Shipping label 100 x 150 mm, thermal', 'EA', 'Roll 500', 500],
      ['BAG-ESD-150', 'Shielding bag 150 x 200 mm', 'EA', 'Pack 100', 100],
      ['DESICC-33G', 'Desiccant bag 33 g', 'EA', 'Bucket 200', 200, 'expires'],
    ],
  ],
  [
    [
      ['GLUE-CA-20', 'Cyanoacrylate adhesive 20 g', 'EA', 'Box 12', 12, 'expires'],
      ['EPOXY-2K-50', 'Two-component epoxy 50 ml cartridge', 'EA', 'Box 10', 10, 'expires'],
      ['THREAD-LOCK-50', 'Thread locker, medium strength, 50 ml', 'EA', 'Box 6', 6, 'expires'],
      ['PASTE-SAC305', 'Solder paste SAC305, type 4, 500 g jar', 'KG', 'Jar 0.5 kg', 0.5, 'expires'],
      ['WIRE-SAC305-1', 'Solder wire SAC305, 1.0 mm', 'KG', 'Spool 0.25 kg', 0.25],
      ['IPA-5L', 'Isopropyl alcohol 99.9 %', 'L', 'Can 5 l', 5, 'expires'],
      ['GREASE-LI-1', 'Lithium grease', 'KG', 'Tin 1 kg', 1, 'expires'],
    ],
  ],
]

/** All items of the demo, in a fixed order; `units` are those in a package. */
export const demoItems = catalogue.flatMap((groups, category) =>
  groups.flatMap((rows, subCategory) =>
    rows.map(([shortID, description, uOM, putUp, units, ...extras]) => {
      const trait = extras.find((extra) => typeof extra === 'string')
      const dfltOwner = extras.find((extra) => typeof extra === 'object')?.owner ?? 0
      const named = { shortID, description, category: category + 1, subCategory: subCategory + 1 }
      return { ...named, uOM, putUp, units, dfltOwner, ...(trait && { trait }) }
    }),
  ),
)

export type DemoItem = (typeof demoItems)[number]

/** Aliases: numbers of customers and standards. */
export const aliases: readonly (readonly [shortID: string, alias: string])[] = [
  ['BOLT-M6-30', 'ISO4017-M6X30'],
  ['BOLT-M6-30', '4017630088'],
  ['BOLT-M8-25', 'ISO4017-M8X25'],
  ['NUT-M6', 'ISO4032-M6'],
  ['NUT-M8-LOCK', 'ISO7040-M8'],
  ['WASHER-M6', 'ISO7089-M6'],
  ['DIODE-1N4148W', '1N4148W-7-F'],
  ['IC-LM358-SO8', 'LM358DR'],
  ['IC-STM32G031', 'STM32G031K8T6'],
  ['REG-AMS1117-33', 'AMS1117-3.3'],
  ['PALLET-EUR', 'EPAL-1'],
  ['TAPE-50-66', '4042448041234'],
]

/** Discontinued items; some of them are still in stock. */
export const discontinued: readonly string[] = ['LED-3MM-GRN', 'PSU-12V-2A', 'SCREW-4X40-WD', 'CONN-RJ45-SH']

export async function createItems(once: Once): Promise<void> {
  const items = [...demoItems.map(({ trait: _, ...item }) => item), ...tradedItems.map(({ item }) => item)]
  await pMap(items, (input) => unlessPresent(once(`item-${input.shortID}`, catalog.createItem, input)), {
    concurrency: CALLS_AT_ONCE,
  })
  await pMap(
    aliases,
    ([shortID, alias]) => unlessPresent(once(`alias-${alias}`, catalog.putAlias, { shortID, alias })),
    { concurrency: CALLS_AT_ONCE },
  )
}
