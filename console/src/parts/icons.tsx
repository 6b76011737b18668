import type { ReactNode } from 'react'

interface IconProps {
  readonly size?: number
}

/** Icons are decoration: the text beside each says the same. */
function drawn(paths: ReactNode) {
  return function Icon({ size = 18 }: IconProps) {
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
        {paths}
      </svg>
    )
  }
}

export const TodayIcon = drawn(<path d="M4 5h16v15H4zM4 10h16M8 3v4M16 3v4M8 14h3" />)
export const StockIcon = drawn(<path d="M12 3l8 4v10l-8 4-8-4V7zM4 7l8 4 8-4M12 11v10" />)
export const LedgerIcon = drawn(<path d="M5 4h14v16H5zM9 8h6M9 12h6M9 16h3" />)
export const ReceivingIcon = drawn(<path d="M12 4v10M8 10l4 4 4-4M4 16v4h16v-4" />)
export const FulfilmentIcon = drawn(
  <path d="M3 7h11v10H3zM14 10h4l3 3v4h-7M7 20a2 2 0 100-4 2 2 0 000 4zM17 20a2 2 0 100-4 2 2 0 000 4z" />,
)
export const ExpiryIcon = drawn(<path d="M12 21a9 9 0 100-18 9 9 0 000 18zM12 7v5l3 2" />)
export const LotsIcon = drawn(<path d="M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z" />)
export const HealthIcon = drawn(<path d="M3 12h4l3-7 4 14 3-7h4" />)
export const AccessIcon = drawn(<path d="M12 12a4 4 0 100-8 4 4 0 000 8zM5 21c0-4 3-6 7-6s7 2 7 6" />)
export const MoveIcon = drawn(<path d="M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4" />)
export const ReceiveIcon = drawn(<path d="M12 5v14M5 12h14" />)
export const IssueIcon = drawn(<path d="M5 12h14" />)
export const TransitIcon = drawn(<path d="M3 20V9l5-4 5 4v11M3 20h18M21 20v-8h-4M15 5h6M18 2l3 3-3 3" />)
export const CountIcon = drawn(<path d="M8 4h8v3H8zM6 5H5v15h14V5h-1M8 12l2 2 4-4M8 17h8" />)
export const WorkIcon = drawn(<path d="M14 6a4 4 0 015-2l-3 3 1 1 3-3a4 4 0 01-5 5l-8 9-3-3 9-8a4 4 0 011-2z" />)
export const ReservationIcon = drawn(<path d="M6 4h12v16l-6-4-6 4z" />)
export const AdjustIcon = drawn(<path d="M5 9h14M5 15h14M16 5L8 19" />)
export const HoldIcon = drawn(<path d="M7 11V8a5 5 0 0110 0v3M5 11h14v10H5z" />)
export const SignOutIcon = drawn(<path d="M14 4h5v16h-5M10 8l-4 4 4 4M6 12h9" />)
export const SunIcon = drawn(
  <path d="M12 16a4 4 0 100-8 4 4 0 000 8zM12 2v2M12 20v2M4 12H2M22 12h-2M5 5l1 1M18 18l1 1M19 5l-1 1M6 18l-1 1" />,
)
export const MoonIcon = drawn(<path d="M20 14A8 8 0 0110 4a8 8 0 1010 10z" />)
export const SearchIcon = drawn(<path d="M11 18a7 7 0 100-14 7 7 0 000 14zM16 16l5 5" />)
export const WarningIcon = drawn(<path d="M12 4l9 16H3zM12 10v4M12 17v.5" />)
export const CheckIcon = drawn(<path d="M5 12l5 5 9-10" />)
export const DownIcon = drawn(<path d="M6 9l6 6 6-6" />)

export function Mark({ size = 24 }: IconProps) {
  return <img src={`${import.meta.env.BASE_URL}icon.svg`} width={size} height={size} alt="" />
}
