
'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const at = id => document.getElementById(id);
  const step = 100;
  let run = 0, found = [], shown = 0;

  // Everything that a model or a sample wrote becomes text, never markup; characters that cannot be
  // seen, or that turn the direction of writing, are shown by their number.
  const hidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
  const visible = s => s.replace(hidden, c => '⟨' + c.charCodeAt(0).toString(16).padStart(4, '0') + '⟩');
  const make = (tag, cls, text) => {
    const e = document.createElement(tag);
    if (cls) e.className = cls;
    if (text !== undefined) e.textContent = visible(String(text));
    return e;
  };
  const verdict = v => v === null || v === undefined ? 'unscored' : v ? 'passed' : 'failed';
  const words = {passed: 'passed', failed: 'failed', unscored: 'no score'};

  function options(select, all, values) {
    select.replaceChildren();
    const first = make('option', '', all);
    first.value = '';
    select.append(first);
    for (const [value, n] of values) {
      const o = make('option', '', value + ' (' + n + ')');
      o.value = value;
      select.append(o);
    }
    select.hidden = values.length === 0;
  }

  function tally(lists) {
    const n = new Map();
    for (const list of lists) for (const x of list || []) n.set(x, (n.get(x) || 0) + 1);
    return [...n].sort((a, b) => b[1] - a[1]);
  }

  function choose() {
    const cases = data.runs[run].cases;
    options(at('group'), 'all groups', tally(cases.map(c => c.g)));
    options(at('class'), 'all errors', tally(cases.map(c => classes(c))));
    filter();
  }

  const classes = c => c.c && c.c.length ? c.c : c.e ? [c.e] : [];

  // texts gives the places of all texts of a case.
  function* texts(c) {
    if (c.gold !== undefined) yield c.gold;
    for (const t of c.t || []) {
      if (t.err !== undefined) yield t.err;
      if (t.why !== undefined) yield t.why;
      for (const e of t.ev || []) yield e.x;
    }
  }

  function filter() {
    const q = at('find').value.trim().toLowerCase();
    const v = at('verdict').value, g = at('group').value, k = at('class').value;
    const hits = q ? new Set(data.texts.flatMap((t, i) => t.toLowerCase().includes(q) ? [i] : [])) : null;
    const has = c => {
      if ((c.id + ' ' + (c.q || '') + ' ' + (c.e || '') + ' ' + classes(c).join(' ')).toLowerCase().includes(q)) return true;
      for (const i of texts(c)) if (hits.has(i)) return true;
      return false;
    };
    const cases = data.runs[run].cases;
    found = cases.filter(c => (!v || verdict(c.v) === v) && (!g || (c.g || []).includes(g)) && (!k || classes(c).includes(k)) && (!q || has(c)));
    at('found').textContent = found.length === cases.length ? cases.length + ' samples' : found.length + ' of ' + cases.length + ' samples';
    at('cases').replaceChildren();
    shown = 0;
    more();
  }

  function more() {
    const list = document.createDocumentFragment();
    for (const c of found.slice(shown, shown + step)) list.append(row(c));
    shown = Math.min(shown + step, found.length);
    at('cases').append(list);
    at('more').hidden = shown >= found.length;
    at('more').textContent = 'Show ' + Math.min(step, found.length - shown) + ' more of ' + found.length;
  }

  function row(c) {
    const d = make('details', 'case'), s = make('summary');
    const v = verdict(c.v);
    s.append(make('span', 'pill ' + v, words[v]), make('span', 'id', c.id), make('span', 'type', c.e || (c.g || []).join(', ')), make('span', 'q', c.q || ''));
    d.append(s);
    d.addEventListener('toggle', () => { if (d.open && d.children.length === 1) d.append(body(c)); });
    return d;
  }

  function block(kind, head, text) {
    const b = make('div', 'block ' + kind);
    b.append(make('b', '', head), make('pre', '', text));
    return b;
  }

  function body(c) {
    const b = make('div', 'body');
    if (c.g) b.append(make('p', 'line', 'groups: ' + c.g.join(', ')));
    if (classes(c).length) b.append(make('p', 'line', 'errors: ' + classes(c).join(', ')));
    if (c.tools !== undefined) b.append(make('p', 'line', 'tools: ' + data.texts[c.tools].split('\n').join(', ')));
    if (!c.t) b.append(make('p', 'line', 'No transcript is stored for this sample.'));
    for (const [i, t] of (c.t || []).entries()) {
      if (c.t.length > 1) b.append(make('h4', '', 'Trial ' + (i + 1) + ': ' + words[verdict(t.v)] + (t.e ? ', ' + t.e : '')));
      const two = make('div', 'two');
      if (i === 0 && c.gold !== undefined) two.append(titled('Gold', data.texts[c.gold]));
      if (t.why !== undefined) two.append(titled('Why', data.texts[t.why]));
      b.append(two);
      if (t.err !== undefined) b.append(titled('Error', data.texts[t.err]));
      b.append(make('h4', '', 'Transcript'));
      for (const e of t.ev || []) b.append(block(e.k, e.h, data.texts[e.x]));
      const facts = [t.stop && 'ended: ' + t.stop, t.facts, t.n !== undefined && 'counts: ' + data.texts[t.n]].filter(Boolean);
      if (facts.length) b.append(make('p', 'line', facts.join(' · ')));
    }
    if (!c.t && c.gold !== undefined) b.append(titled('Gold', data.texts[c.gold]));
    return b;
  }

  function titled(head, text) {
    const d = make('div');
    d.append(make('h4', '', head), make('pre', '', text));
    return d;
  }

  if (data.runs.length > 1) {
    at('run').hidden = false;
    data.runs.forEach((r, i) => {
      const o = make('option', '', r.name);
      o.value = i;
      at('run').append(o);
    });
    at('run').addEventListener('change', () => { run = Number(at('run').value); choose(); });
  }
  let waiting;
  at('find').addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(filter, 120); });
  for (const id of ['verdict', 'group', 'class']) at(id).addEventListener('change', filter);
  at('filter').addEventListener('submit', e => e.preventDefault());
  at('more').addEventListener('click', more);
  choose();
})();
