/** Starts Swagger UI on the document, in the reader's light or dark mode, without its validator on another host. */
export function startScript(documentUrl: string): string {
  const options = {
    url: documentUrl,
    dom_id: '#reference',
    deepLinking: true,
    // Drawing every operation takes twice the time.
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    filter: true,
    tryItOutEnabled: true,
    validatorUrl: null,
  }
  return `const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()
SwaggerUIBundle({ ...${JSON.stringify(options)}, presets: [SwaggerUIBundle.presets.apis] })
`
}
