// Coverage curves: how many each has solved at the pointer.
function efforts(name) {
  const number = data.attributes.findIndex(([other]) => other === name);
  const of = data.configurations.map(() => []);
  data.algorithm.forEach((algorithm, run) => {
    const value = data.values[number][run];
    if (data.error[run] < 0 && value !== null) of[data.algorithms[algorithm][1]].push(value);
  });
  return of.map(values => values.sort((left, right) => left - right));
}
function countUpTo(sorted, limit) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= limit) low = middle + 1; else high = middle;
  }
  return low;
}
for (const cross of document.querySelectorAll('.cross')) {
  const svg = cross.ownerSVGElement;
  const { left, right, low, high, top, bottom } =
    Object.fromEntries(Object.entries(cross.dataset).map(([key, value]) => [key, Number(value)]));
  let sorted = null;
  svg.addEventListener('pointermove', event => {
    const box = svg.getBoundingClientRect();
    const x = (event.clientX - box.left) / box.width * svg.viewBox.baseVal.width;
    cross.replaceChildren();
    if (x < left || x > right) return quiet();
    sorted ??= efforts(cross.dataset.attribute);
    const limit = 10 ** (low + (x - left) / (right - left) * (high - low));
    const lines = data.configurations.map((name, i) => [countUpTo(sorted[i], limit) / data.seeds[i], name]);
    lines.sort((one, other) => other[0] - one[0]);
    draw(cross, 'path', { class: 'hair', d: `M${x} ${bottom}V${top}` });
    say([`≤ ${Number(limit.toPrecision(3)).toLocaleString('en')}`,
      ...lines.map(([count, name]) => `${show(Number(count.toFixed(1)))}  ${name}`)].join('\n'), event);
  });
  svg.addEventListener('pointerleave', () => { cross.replaceChildren(); quiet(); });
}

// The scatter plot of two algorithms that the reader chooses. Drawn as the page came with it.
const [left, right, bottom, top, beyond] = [64, 444, 440, 60, 22];
/** Powers of ten and their labels; where they are few, with others between them. */
function ticks(low, high) {
  const all = [];
  for (let exponent = low; exponent <= high; exponent += Math.max(1, Math.ceil((high - low) / 8))) {
    for (const factor of high - low <= 2 && exponent < high ? [1, 2, 5] : [1]) {
      const value = factor * 10 ** exponent;
      const digits = exponent < -3 || exponent > 2 ? `${factor}·${power(exponent)}` : value.toFixed(Math.max(0, -exponent));
      all.push([value, factor === 1 ? power(exponent) : digits]);
    }
  }
  return all;
}
function points(x, y, attribute) {
  const floor = data.attributes[attribute][2];
  // What was refused was not tried: it is neither won nor lost.
  const runsOf = wanted => new Map(data.algorithm.flatMap((algorithm, run) =>
    algorithm === wanted && !data.refused.includes(data.error[run]) ? [[data.problem[run], run]] : []));
  const value = run => data.error[run] >= 0 || data.values[attribute][run] === null
    ? null : Math.max(floor, data.values[attribute][run]);
  const others = runsOf(y);
  return [...runsOf(x)].filter(([problem]) => others.has(problem))
    .map(([problem, run]) => ({ problem, x: value(run), y: value(others.get(problem)) }));
}
function scatter(x, y, attribute) {
  const svg = byId('scatter');
  const shown = points(x, y, attribute);
  const names = [data.algorithms[x][0], data.algorithms[y][0]];
  const logs = shown.flatMap(point => [point.x, point.y]).filter(value => value !== null).map(Math.log10);
  const least = logs.reduce((one, other) => Math.min(one, other), Infinity);
  const most = logs.reduce((one, other) => Math.max(one, other), -Infinity);
  const low = logs.length ? Math.floor(least + 1e-9) : 0;
  const high = logs.length ? Math.max(Math.ceil(most - 1e-9), low + 1) : 1;
  const share = value => (Math.log10(value) - low) / (high - low);
  const across = value => value === null ? right + beyond : left + share(value) * (right - left);
  const up = value => value === null ? top - beyond : bottom + share(value) * (top - bottom);
  const title = svg.querySelector('title');
  title.textContent = `${data.attributes[attribute][1]} of ${names[0]} and ${names[1]}, one point per problem`;
  svg.replaceChildren(title);
  const line = (kind, d) => draw(svg, 'path', { class: kind, d });
  const text = (kind, x, y, content) => draw(svg, 'text', { class: kind, x, y }, content);
  for (const [value, label] of ticks(low, high)) {
    const [at, height] = [across(value), up(value)];
    line('grid', `M${at} ${bottom}V${top}`);
    line('grid', `M${left} ${height}H${right}`);
    text('tick', at, bottom + 16, label);
    text('tick end', left - 6, height + 4, label);
  }
  line('axis', `M${left} ${top}V${bottom}H${right}`);
  line('diagonal', `M${left} ${bottom}L${right} ${top}`);
  draw(svg, 'rect', { class: 'band', x: right + beyond / 2, y: top - beyond * 1.5, width: beyond, height: bottom - top + beyond * 1.5 });
  draw(svg, 'rect', { class: 'band', x: left, y: top - beyond * 1.5, width: right - left + beyond / 2, height: beyond });
  const of = name => `${data.attributes[attribute][1]} of ${name}`;
  text('name', (left + right) / 2, bottom + 36, of(names[0]));
  draw(svg, 'text', { class: 'name', transform: `translate(${left - 46} ${(top + bottom) / 2}) rotate(-90)` }, of(names[1]));
  draw(svg, 'text', { class: 'tick start', transform: `translate(${right + beyond * 1.5 + 12} ${bottom}) rotate(-90)` }, 'unsolved');
  text('tick start', left, top - beyond * 1.5 - 5, 'unsolved');
  const group = draw(svg, 'g', { class: 'points' });
  const counts = { x: 0, y: 0, equal: 0, neither: 0 };
  for (const point of shown) {
    const [domain, name] = data.problems[point.problem];
    const [colour, shape] = data.marks[domain];
    const place = value => String(Math.round(value * 10) / 10);
    const mark = draw(group, 'use', { href: `#s${shape}`, class: colour, x: place(across(point.x)), y: place(up(point.y)) });
    const said = value => value === null ? 'unsolved' : show(value);
    mark.dataset.tip = `${data.domains[domain]} ${name}\n${names[0]}: ${said(point.x)}\n${names[1]}: ${said(point.y)}`;
    mark.dataset.of = domain;
    const [one, other] = [point.x ?? Infinity, point.y ?? Infinity];
    counts[one < other ? 'x' : one > other ? 'y' : one === Infinity ? 'neither' : 'equal'] += 1;
  }
  byId('scatter-sentence').textContent = `${names[0]} better: ${counts.x} · ${names[1]} better: ${counts.y} · ` +
    `equal: ${counts.equal} · solved by neither: ${counts.neither}`;
}
function choice(label, id, names, chosen) {
  const select = make('select', { id }, ...names.map((name, i) => make('option', { value: i }, name)));
  select.value = chosen;
  return [make('label', {}, label, select), select];
}
if (data.pair && byId('choice')) {
  const names = data.algorithms.map(([name]) => name);
  const [xLabel, x] = choice('across', 'choice-x', names, data.pair[0]);
  const [yLabel, y] = choice('up', 'choice-y', names, data.pair[1]);
  const [whatLabel, what] = choice('by', 'choice-attribute', data.attributes.map(([, label]) => label), data.pair[2]);
  const swap = make('button', { type: 'button', id: 'choice-swap' }, 'Swap');
  const redraw = () => scatter(Number(x.value), Number(y.value), Number(what.value));
  for (const select of [x, y, what]) select.addEventListener('change', redraw);
  swap.addEventListener('click', () => { [x.value, y.value] = [y.value, x.value]; redraw(); });
  byId('choice').append(xLabel, yLabel, whatLabel, swap);
  byId('choice').hidden = false;
  redraw();
  for (const item of document.querySelectorAll('.domains li')) {
    const dim = on => {
      for (const mark of document.querySelectorAll('#scatter .points use')) {
        mark.classList.toggle('dim', on && mark.dataset.of !== item.dataset.domain);
      }
    };
    item.addEventListener('pointerenter', () => dim(true));
    item.addEventListener('pointerleave', () => dim(false));
  }
}

// All runs, a page at a time.
const runs = byId('all-runs');
if (runs) {
  const rows = data.algorithm.map((algorithm, run) => {
    const [domain, problem] = data.problems[data.problem[run]];
    const outcome = data.error[run] < 0 ? 'solved' : data.reasons[data.error[run]];
    return [data.algorithms[algorithm][0], data.domains[domain], problem, outcome, ...data.values.map(column => column[run])];
  });
  const log = run => data.logs === null ? [] :
    [make('td', {}, ...(data.logs[run] === null ? [] : [make('a', { href: data.logs[run] }, 'log')]))];
  const words = rows.map(row => row.slice(0, 4).join(' ').toLowerCase());
  let sorted = rows.map((_, run) => run);
  let page = 0;
  const filter = make('input', { type: 'search', id: 'filter-words', placeholder: 'Filter by words', size: 24, 'aria-label': 'Filter the runs' });
  const [sizeLabel, size] = choice('rows', 'filter-size', ['50', '500', 'all'], 0);
  const before = make('button', { type: 'button', id: 'filter-before' }, '← Before');
  const next = make('button', { type: 'button', id: 'filter-next' }, 'Next →');
  const where = make('span', { id: 'filter-where', 'aria-live': 'polite' });
  const render = () => {
    const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = sorted.filter(run => wanted.every(word => words[run].includes(word)));
    const length = [50, 500, Infinity][Number(size.value)];
    page = Math.max(0, Math.min(page, Math.ceil(found.length / length) - 1));
    const first = page === 0 ? 0 : page * length;
    const shown = found.slice(first, first + length);
    runs.tBodies[0].replaceChildren(...shown.map(run => make('tr', {}, ...rows[run].map((value, column) => {
      if (column > 3) return make('td', { class: 'n' }, show(value));
      return make('td', column < 3 ? {} : { class: value === 'solved' ? 'solved-run' : 'unsolved' }, value);
    }), ...log(run))));
    const last = first + shown.length;
    where.textContent = shown.length ? `${show(first + 1)}–${show(last)} of ${show(found.length)}` : 'none';
    before.disabled = first === 0;
    next.disabled = last >= found.length;
  };
  sortable(runs, (column, direction) => {
    sorted = rows.map((_, run) => run)
      .sort((one, other) => order(rows[one][column], rows[other][column], direction) || one - other);
    page = 0;
    render();
  });
  filter.addEventListener('input', () => { page = 0; render(); });
  size.addEventListener('change', () => { page = 0; render(); });
  before.addEventListener('click', () => { page -= 1; render(); });
  next.addEventListener('click', () => { page += 1; render(); });
  byId('filter').append(filter, sizeLabel, before, next, where);
  byId('filter').hidden = false;
  render();
}
