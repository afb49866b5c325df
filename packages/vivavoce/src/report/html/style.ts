/** The page's style: calm and dense, in the system's fonts, light or dark like the system, and printable. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: #fdfcf9; --card: #f5f3ed; --line: #e2ded4; --ink: #23211d; --soft: #6f6a60;
  --good: #2d6a5d; --bad: #a83a24; --warn: #96690f; --link: #2a5d84;
  --one: #2d6a5d; --two: #b0692b; --three: #5b5ea6; --four: #8a4f7d;
  --h0: #b2432b; --h1: #d27c5d; --h2: #e8b899; --h3: #e9dcc0; --h4: #bfd6c8; --h5: #7fb3a2; --none: #ece9e1;
  --lit: #fff3cf;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #191816; --card: #22211e; --line: #393631; --ink: #e8e4da; --soft: #a19a8c;
    --good: #7cc0ab; --bad: #ee8a70; --warn: #dcb055; --link: #8fc0e4;
    --one: #7cc0ab; --two: #e0a060; --three: #a3a6ea; --four: #d39cc6;
    --h0: #d8583a; --h1: #b0583f; --h2: #7f5040; --h3: #5f5648; --h4: #3f5d53; --h5: #35705f; --none: #2a2825;
    --lit: #3d3520;
  }
}
* { box-sizing: border-box; }
html { font: 15px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif; background: var(--paper); color: var(--ink); }
body { max-width: 74rem; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; }
h1, h2, h3, h4, p, ul, ol, blockquote, pre, table { margin: 0; padding: 0; font: inherit; }
code, pre, .id, time { font-family: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace; font-size: .87em; }
table, .facts, .chips, .number { font-variant-numeric: tabular-nums; }
.facts, .note { color: var(--soft); font-size: .87rem; }
.passed { --tone: var(--good); } .failed { --tone: var(--bad); }
.errored, .unscored, .inconclusive, .pending { --tone: var(--warn); } .skipped { --tone: var(--soft); }

header { border-bottom: 1px solid var(--line); padding-bottom: 1.1rem; margin-bottom: 2rem; }
header h1 { font-size: .87rem; letter-spacing: .08em; text-transform: uppercase; color: var(--soft); }
.measured { margin-top: .6rem; padding: .5rem .8rem; border-left: 3px solid var(--warn); background: var(--card); }
.suite { margin-bottom: 4rem; }
.suite > h2 { font: 600 1.75rem/1.2 ui-serif, Georgia, "Noto Serif", serif; letter-spacing: -.01em; }
.verdict { margin: .35rem 0 .2rem; font-size: 1.05rem; }
.verdict b { color: var(--tone); letter-spacing: .04em; margin-right: .6em; }
.suite h3 { font-weight: 600; margin: 2.2rem 0 .6rem; }
.suite h3 .facts { font-weight: 400; margin-left: .7em; }

.plots { border-collapse: collapse; width: 100%; }
.plots th { font-weight: 400; text-align: left; color: var(--soft); font-size: .87rem; padding: .1rem .9rem .3rem 0; vertical-align: bottom; }
.plots td { border-top: 1px solid var(--line); padding: .28rem .9rem .28rem 0; vertical-align: middle; }
.plots .number { white-space: nowrap; } .plots .number small { color: var(--soft); font-size: .82rem; }
.plots td:last-child, .plots th:last-child { padding-right: 0; }
.plot { display: block; width: 100%; max-width: 23rem; min-width: 10rem; height: auto; overflow: visible; }
.plot .axis { stroke: var(--line); stroke-width: 1; } .plot .threshold { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 2 2; }
.plot .shape { fill: currentColor; opacity: .17; } .plot .range { stroke: currentColor; stroke-width: 2; }
.plot circle { fill: currentColor; stroke: var(--paper); stroke-width: 1.5; } .plot text { fill: var(--soft); font-size: 10px; }
.v0 { color: var(--one); } .v1 { color: var(--two); } .v2 { color: var(--three); } .v3 { color: var(--four); }
.key::before { content: "●"; margin-right: .4em; }
.judged-mark { color: var(--soft); }

.heat { display: block; width: 100%; height: auto; cursor: pointer; margin-bottom: .5rem; }
.heat text { fill: var(--soft); font-size: 10.5px; }
.h0 { fill: var(--h0); } .h1 { fill: var(--h1); } .h2 { fill: var(--h2); } .h3 { fill: var(--h3); }
.h4 { fill: var(--h4); } .h5 { fill: var(--h5); } path.skipped { fill: var(--none); }
path.unscored, path.errored { fill: var(--warn); } .miss { fill: var(--ink); }
.legend { display: flex; gap: 1.1em; flex-wrap: wrap; color: var(--soft); font-size: .82rem; align-items: center; }
.legend svg { width: 10px; height: 10px; margin-right: .35em; }
.caption { min-height: 1.4em; font-size: .87rem; color: var(--soft); display: block; overflow-wrap: anywhere; }

.pairs { border-collapse: collapse; } .pairs th { font-weight: 400; text-align: left; color: var(--soft); font-size: .87rem; }
.pairs td, .pairs th { padding: .12rem 1.6rem .12rem 0; border-top: 1px solid var(--line); }
.mark { color: var(--tone); font-weight: 600; display: inline-block; min-width: 1.1em; }

.filter { position: sticky; top: 0; background: var(--paper); padding: .5rem 0; display: flex; gap: .4rem; flex-wrap: wrap; align-items: center; border-bottom: 1px solid var(--line); z-index: 1; }
.filter[hidden] { display: none; }
.filter button, .filter input[type=search] { font: inherit; font-size: .87rem; color: inherit; background: none; border: 1px solid var(--line); border-radius: 1rem; padding: .1rem .75rem; }
.filter button { cursor: pointer; } .filter button[aria-pressed=true] { background: var(--ink); color: var(--paper); border-color: var(--ink); }
.filter input[type=search] { flex: 1 1 10rem; max-width: 20rem; } .filter output { color: var(--soft); font-size: .87rem; }
.case { border-bottom: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 2.1rem; scroll-margin-top: 3.2rem; }
.case > summary { display: flex; gap: .8rem; align-items: baseline; padding: .3rem 0; cursor: pointer; list-style: none; }
.case > summary::-webkit-details-marker { display: none; }
.case > summary:hover .id { text-decoration: underline; text-underline-offset: .2em; }
.case .id { overflow-wrap: anywhere; } .case .title { overflow-wrap: anywhere; } .case .tags { color: var(--soft); font-size: .82rem; overflow-wrap: anywhere; }
.case .chips { margin-left: auto; text-align: right; color: var(--bad); font-size: .82rem; overflow-wrap: anywhere; }
.marks { white-space: nowrap; }
.reasons { list-style: none; padding: .1rem 0 .8rem 1.9rem; font-size: .92rem; }
.reasons li { overflow-wrap: anywhere; } .reasons b { font-weight: 400; color: var(--soft); margin-right: .7em; }

.trials { padding-bottom: 1.2rem; } .trial { background: var(--card); border-radius: 6px; padding: 1rem 1.2rem; display: grid; gap: .4rem 2rem; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); }
.trials.several { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(26rem, 1fr); gap: 1rem; overflow-x: auto; }
.trials.several .trial { grid-template-columns: minmax(0, 1fr); align-content: start; }
.trial > h3 { grid-column: 1 / -1; margin: 0 0 .3rem; }
.trial h4 { font-weight: 600; font-size: .92rem; } .trial h4 .facts { font-weight: 400; margin-left: .8em; }
.trial pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow-y: auto; }
.exchange { margin-bottom: 1.1rem; padding: .3rem .5rem; margin-left: -.5rem; border-radius: 4px; } .exchange.lit { background: var(--lit); }
.said, .call, .effect { display: grid; grid-template-columns: 4.6rem minmax(0, 1fr); gap: .2rem .6rem; padding: .22rem 0; }
.who { color: var(--soft); font-size: .82rem; padding-top: .1em; } .words, .effect span { overflow-wrap: anywhere; }
.said.user .words, .said.before .words { white-space: pre-wrap; } .said.user .words { font-weight: 600; }
.said.before { opacity: .75; } .said.agent .words { white-space: pre-line; }
.words > * + * { margin-top: .45em; } .words ul, .words ol { padding-left: 1.3em; white-space: normal; } .words .heading { font-weight: 600; }
.words blockquote { border-left: 2px solid var(--line); padding-left: .7em; color: var(--soft); }
.words p, .words li { white-space: normal; } .words pre { background: var(--paper); border-radius: 4px; padding: .4rem .6rem; }
.tool { display: flex; gap: .5em; flex-wrap: wrap; align-items: baseline; }
.block { position: relative; } .block[title]::after { content: attr(title); position: absolute; top: .3rem; right: .6rem; color: var(--soft); font-size: .75rem; }
.block > summary { cursor: pointer; color: var(--soft); font-size: .82rem; }
.effect span:last-child { color: var(--warn); } .error, .end { color: var(--bad); overflow-wrap: anywhere; }
.badge { font: .75rem/1.3 ui-sans-serif, system-ui, sans-serif; border: 1px solid var(--line); border-radius: 3px; padding: 0 .4em; color: var(--soft); font-weight: 400; margin-left: .5em; white-space: nowrap; }
.badge.judged { border-style: dashed; } .badge.rejected, .badge.destructive { color: var(--bad); border-color: var(--bad); } .badge.approved { color: var(--good); border-color: var(--good); }
.score { padding-bottom: .7rem; } .score .line { color: var(--soft); font-size: .87rem; padding-left: 1.25em; overflow-wrap: anywhere; }
.checks { list-style: none; font-size: .89rem; padding-left: 1.25em; } .checks li { padding: .12rem 0; overflow-wrap: anywhere; } .checks summary { list-style: none; cursor: pointer; } .checks summary::-webkit-details-marker { display: none; }
.checks .ok { --tone: var(--good); } .checks .missed { --tone: var(--bad); } .checks .verdict { color: var(--soft); margin: 0 0 0 .5em; font-size: .82rem; }
.checks .reason { color: var(--soft); padding-left: 1.2em; }
.checks blockquote { margin: .15rem 0 .2rem 1.2em; padding-left: .6em; border-left: 2px solid var(--line); font-style: italic; }
.checks .place, .checks blockquote .facts { font: inherit; font-style: normal; font-size: .8rem; border: 0; background: none; color: var(--link); cursor: pointer; margin-left: .5em; padding: 0; }
.checks blockquote .facts { color: var(--soft); cursor: auto; }
a { color: var(--link); overflow-wrap: anywhere; }
.drawing { grid-column: 1 / -1; margin: .6rem 0 0; overflow-x: auto; } figcaption { font-weight: 600; font-size: .92rem; margin-bottom: .3rem; } .graph { display: block; max-width: 100%; height: auto; }
.graph path { fill: none; stroke: var(--line); stroke-width: 1.5; } .graph path.taken { stroke: var(--ink); stroke-width: 2; }
.graph rect { fill: var(--paper); stroke: var(--line); } .graph .taken rect { stroke: var(--ink); stroke-width: 2; }
.graph text { fill: var(--soft); font: 11.5px ui-sans-serif, system-ui, sans-serif; } .graph .taken text { fill: var(--ink); } .graph .branch { font-size: 11px; }
footer { color: var(--soft); font-size: .82rem; border-top: 1px solid var(--line); padding-top: .8rem; }
@media (max-width: 48rem) { .trial { grid-template-columns: minmax(0, 1fr); } .case > summary { flex-wrap: wrap; } body { padding: 1.2rem .9rem; } }
@media print {
  :root { color-scheme: light; --paper: #fff; --card: #fff; --line: #ccc; --ink: #000; --soft: #444; --good: #1c5a4c; --bad: #9a2d17; --warn: #7c5405; --link: #000;
    --one: #1c5a4c; --two: #9a5416; --three: #42458c; --four: #713b65; --none: #eee; --lit: #fff;
    --h0: #b2432b; --h1: #d27c5d; --h2: #e8b899; --h3: #e9dcc0; --h4: #bfd6c8; --h5: #7fb3a2; }
  html { font-size: 10.5pt; } body { max-width: none; padding: 0; } .filter, label { display: none; }
  .case { content-visibility: visible; } .case > summary, .reasons li, .said, .call, .checks li, .plots tr { break-inside: avoid; }
  .trial { border: 1px solid var(--line); display: block; } .trial pre { max-height: none; overflow: visible; }
  .trials.several { display: block; } .heat, .plot, .mark { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
