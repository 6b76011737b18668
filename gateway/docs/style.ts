/** Styles of the pages, and what makes an operation of Swagger UI shorter. */
export const style = `:root {
  color-scheme: light dark;
  --text: light-dark(#1f2933, #dfe3e8); --quiet: light-dark(#52606d, #a0aab4); --line: light-dark(#d9dee3, #3a4149);
  --ground: light-dark(#ffffff, #15191d); --raised: light-dark(#f5f7f9, #1f252b); --link: light-dark(#1c5fb8, #7ab4ff);
}
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.6 system-ui, sans-serif; }
a { color: var(--link); }
body > nav {
  display: flex; flex-wrap: wrap; gap: 4px 24px; padding: 12px 24px;
  border-bottom: 1px solid var(--line); background: var(--raised);
}
.document {
  display: grid; grid-template-columns: 240px minmax(0, 820px); gap: 40px;
  max-width: 1160px; margin: 0 auto; padding: 24px;
}
.document aside { position: sticky; top: 24px; align-self: start; font-size: 14px; }
.document aside ul { list-style: none; margin: 0; padding: 0; }
.document aside li { margin: 6px 0; }
.document h2 { margin-top: 2.2em; padding-top: .4em; border-top: 1px solid var(--line); }
.document pre {
  overflow-x: auto; padding: 12px 16px; border: 1px solid var(--line); border-radius: 6px; background: var(--raised);
  font-size: 13px; line-height: 1.5;
}
.document :not(pre) > code { font-size: 90%; overflow-wrap: anywhere; }
.document table { display: block; overflow-x: auto; border-collapse: collapse; font-size: 14px; }
.document :is(th, td) {
  padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top;
}
.document .operations {
  display: flex; flex-wrap: wrap; gap: 2px 16px; margin-top: -8px; font: 13px ui-monospace, monospace;
}
#reference .swagger-ui :is(.info, .scheme-container) { margin: 16px 0; padding: 0; }
#reference details { margin: 8px 0; }
#reference summary { cursor: pointer; font-weight: 600; }
#reference .opblock-description-wrapper p { margin: 0 0 2px; }
#reference .opblock-description-wrapper { padding-bottom: 8px; }
#reference .opblock-section-header { min-height: 36px; }
#reference .parameters tr > td, #reference .response > td { padding: 5px 0; }
#reference .parameters-container th { padding: 0 0 6px; }
#reference .parameter__name { margin-right: 8px; }
#reference .parameters-col_name > div { display: inline-block; margin-right: 6px; padding: 0; }
#reference .parameters-col_name { width: 220px; }
#reference td.parameters-col_description {
  display: grid; grid-template-columns: minmax(0, 1fr) 260px; gap: 2px 16px; align-items: start;
}
#reference .parameters-col_description > .renderedMarkdown { grid-column: 1; }
#reference .parameters-col_description > :is(input, select) {
  margin: 0; grid-column: 2; grid-row: 1; width: 100%; min-width: 0; max-width: none;
}
#reference .parameters-col_description p, #reference .response-col_description p { margin: 0; font-size: 14px; }
#reference .body-param__text { field-sizing: content; min-height: 0; }
#reference .execute-wrapper { padding: 8px 20px; }
#reference .responses-inner { padding: 8px 20px; }
#reference .model-example { margin-top: 4px; }
#reference .response-col_description .example > div > pre, #reference .highlight-code > .microlight { max-height: 200px; }
#reference .response-col_description ul { margin: 0; padding-left: 18px; }
#reference .response-col_description li { font-size: 14px; }
@media (min-width: 801px) {
  /* An operation on one screen: what is asked on the left, what is answered on the right. */
  #reference .opblock-body {
    display: grid; height: 450px;
    grid-template: auto minmax(0, 1fr) auto / minmax(0, 3fr) minmax(0, 2fr);
  }
  #reference .opblock-body > * { grid-column: 1; overflow: auto; }
  #reference .opblock-body > .opblock-description-wrapper { max-height: 84px; margin: 8px 0 0; padding: 0 20px 8px; }
  #reference .opblock-body > .responses-wrapper {
    grid-column: 2; grid-row: 1 / -1; border-left: 1px solid var(--line);
  }
  #reference td.parameters-col_description { grid-template-columns: minmax(0, 1fr) 200px; }
  #reference .parameters-col_name { width: 160px; }
}
@media (max-width: 800px) {
  #reference .wrapper { padding: 0 8px; }
  #reference :is(table.parameters, .responses-table) :is(tbody, tr, td) { display: block; width: auto; padding: 2px 0; }
  #reference table :is(.col_header, .responses-header) { display: none; }

  .document { grid-template-columns: minmax(0, 1fr); gap: 0; padding: 0 16px; }
  .document aside { position: static; }
}
#reference .swagger-ui :is(.response-control-media-type, .response-col_links, .info hgroup > a) { display: none; }
`
