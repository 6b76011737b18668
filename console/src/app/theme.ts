import { type CSSVariablesResolver, createTheme } from '@mantine/core'

/** Mantine's theme: system fonts, one quiet blue, small type; text colours that reach a contrast of 4.5. */
export const theme = createTheme({
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  colors: {
    brand: [
      '#edf4fa',
      '#dae7f3',
      '#b4cfe7',
      '#8db6db',
      '#6aa0d0',
      '#4d8cc4',
      '#3377b3',
      '#1d5a8f',
      '#184c79',
      '#123d62',
    ],
    dark: [
      '#d3d8de',
      '#b9c1ca',
      '#98a2ad',
      '#67727e',
      '#3a434d',
      '#2c343c',
      '#232a31',
      '#1a2026',
      '#14191e',
      '#0f1317',
    ],
  },
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.35rem' }, h2: { fontSize: '1.02rem' } } },
  components: {
    // Their scroll lock writes style elements without a nonce, which the content security policy refuses.
    Modal: { defaultProps: { lockScroll: false } },
    Drawer: { defaultProps: { lockScroll: false } },
    NavLink: { styles: { root: { borderRadius: 6, paddingBlock: 4 } } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
    Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm' } },
  },
})

export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1b2229',
    '--mantine-color-dimmed': '#56616d',
    '--mantine-color-placeholder': '#65707b',
    '--mantine-color-anchor': '#1d5a8f',
    '--mantine-color-error': '#b3261e',
    '--surface': '#f6f8fa',
    '--line': '#dfe4e9',
    '--row-hover': '#f2f6fa',
    '--ink-good': '#1a6b3a',
    '--ink-warn': '#8a5200',
    '--ink-bad': '#b3261e',
  },
  dark: {
    '--mantine-color-body': '#14191e',
    '--mantine-color-dimmed': '#9fabb7',
    '--mantine-color-placeholder': '#8d98a4',
    '--mantine-color-anchor': '#8db6db',
    '--mantine-color-error': '#ff9d94',
    '--surface': '#1a2026',
    '--line': '#2c343c',
    '--row-hover': '#1d242b',
    '--ink-good': '#7fd0a0',
    '--ink-warn': '#f0b860',
    '--ink-bad': '#ff9d94',
  },
})
