interface IconProps {
  readonly size?: number
}

const paths = {
  today: 'M4 5h16v15H4zM4 10h16M8 3v4M16 3v4M8 14h3',
  stock: 'M12 3l8 4v10l-8 4-8-4V7zM4 7l8 4 8-4M12 11v10',
  ledger: 'M5 4h14v16H5zM9 8h6M9 12h6M9 16h3',
  reports: 'M4 20h16M6 16v-5M11 16V5M16 16V9',
  receiving: 'M12 4v10M8 10l4 4 4-4M4 16v4h16v-4',
  fulfilment: 'M3 7h11v10H3zM14 10h4l3 3v4h-7M7 20a2 2 0 100-4 2 2 0 000 4zM17 20a2 2 0 100-4 2 2 0 000 4z',
  expiry: 'M12 21a9 9 0 100-18 9 9 0 000 18zM12 7v5l3 2',
  lots: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  health: 'M3 12h4l3-7 4 14 3-7h4',
  access: 'M12 12a4 4 0 100-8 4 4 0 000 8zM5 21c0-4 3-6 7-6s7 2 7 6',
  move: 'M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4',
  receive: 'M12 5v14M5 12h14',
  issue: 'M5 12h14',
  transit: 'M3 20V9l5-4 5 4v11M3 20h18M21 20v-8h-4M15 5h6M18 2l3 3-3 3',
  count: 'M8 4h8v3H8zM6 5H5v15h14V5h-1M8 12l2 2 4-4M8 17h8',
  work: 'M14 6a4 4 0 015-2l-3 3 1 1 3-3a4 4 0 01-5 5l-8 9-3-3 9-8a4 4 0 011-2z',
  reservation: 'M6 4h12v16l-6-4-6 4z',
  adjust: 'M5 9h14M5 15h14M16 5L8 19',
  hold: 'M7 11V8a5 5 0 0110 0v3M5 11h14v10H5z',
  signOut: 'M14 4h5v16h-5M10 8l-4 4 4 4M6 12h9',
  sun: 'M12 16a4 4 0 100-8 4 4 0 000 8zM12 2v2M12 20v2M4 12H2M22 12h-2M5 5l1 1M18 18l1 1M19 5l-1 1M6 18l-1 1',
  moon: 'M20 14A8 8 0 0110 4a8 8 0 1010 10z',
  search: 'M11 18a7 7 0 100-14 7 7 0 000 14zM16 16l5 5',
  camera: 'M4 8h4l2-3h4l2 3h4v12H4zM12 17a3.5 3.5 0 100-7 3.5 3.5 0 000 7z',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.5',
  check: 'M5 12l5 5 9-10',
  down: 'M6 9l6 6 6-6',
} as const

export type IconName = keyof typeof paths

/** Icons are decoration: the text beside each says the same. */
export function Icon({ of: name, size = 18 }: IconProps & { readonly of: IconName }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}

export function Mark({ size = 24 }: IconProps) {
  return <img src={`${import.meta.env.BASE_URL}icon.svg`} width={size} height={size} alt="" />
}
