/** Lets the browser keep the pages, so that they open without signal. Browsers do so over https, and on localhost. */
export function keepShell(): void {
  if (!('serviceWorker' in navigator)) return
  const { BASE_URL } = import.meta.env
  void navigator.serviceWorker.register(`${BASE_URL}worker.js`, { scope: BASE_URL.replace(/\/$/, '') })
}
