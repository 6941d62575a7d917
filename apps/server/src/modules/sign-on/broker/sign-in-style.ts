/** The console's colours. Served as a file: the page's policy allows no inline style. */
export const signInStyle = `:root {
  color-scheme: light dark;
  --ground: #f4f5f7;
  --panel: #ffffff;
  --line: #c9ced6;
  --field: #79818c;
  --ink: #1b2027;
  --quiet: #535c68;
  --accent: #1d6ab0;
  --accent-ink: #ffffff;
  --mark: #1d6ab0;
  --problem: #a3211b;
  --problem-ground: #fdecea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b;
    --panel: #1c2025;
    --line: #363d47;
    --field: #7d8794;
    --ink: #e8ebef;
    --quiet: #a5aeba;
    --mark: #6fb0e8;
    --problem: #ff9d94;
    --problem-ground: #3a1d1b;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  display: grid;
  place-items: center;
  padding: 24px;
  background: var(--ground);
  color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main {
  width: 100%;
  max-width: 380px;
  padding: 32px;
  background: var(--panel);
  border: 1px solid var(--line);
  border-radius: 8px;
}
.mark { display: flex; align-items: center; gap: 8px; margin: 0 0 24px; font-weight: 600; letter-spacing: 0.01em; }
.mark svg { width: 24px; height: 24px; fill: none; stroke: var(--mark); stroke-width: 2.4; stroke-linecap: round; stroke-linejoin: round; }
h1 { margin: 0; font-size: 22px; line-height: 1.3; font-weight: 600; }
.lead { margin: 4px 0 24px; color: var(--quiet); }
.problem { margin: 0 0 16px; padding: 8px 12px; border-radius: 6px; color: var(--problem); background: var(--problem-ground); }
label { display: block; margin: 16px 0 4px; font-size: 14px; font-weight: 500; }
input {
  width: 100%;
  min-height: 44px;
  padding: 8px 12px;
  font: inherit;
  color: inherit;
  background: var(--panel);
  border: 1px solid var(--field);
  border-radius: 6px;
}
input[aria-invalid="true"] { border-color: var(--problem); }
button, .button {
  display: block;
  width: 100%;
  min-height: 44px;
  margin-top: 24px;
  padding: 9px 16px;
  font: inherit;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  color: var(--accent-ink);
  background: var(--accent);
  border: 1px solid transparent;
  border-radius: 6px;
  cursor: pointer;
}
button:hover, .button:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
@media (prefers-reduced-motion: no-preference) {
  button, .button { transition: filter 120ms ease-out; }
}
`
