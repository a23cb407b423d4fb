const data = JSON.parse(document.getElementById('data').textContent);
const byId = id => document.getElementById(id);

/** An HTML element with attributes and content, which is text wherever it is a string. */
function make(name, attributes = {}, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

function draw(parent, name, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

const fixed = (value, decimals) =>
  value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });

/** A power of ten, as in 10³; the first two as 1 and 10. */
function power(exponent) {
  if (exponent === 0 || exponent === 1) return exponent === 0 ? '1' : '10';
  return '10' + [...String(exponent)].map(character => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'['-0123456789'.indexOf(character)]).join('');
}

/** As in the tables of the page: all of a whole number, three digits of another. */
function show(value) {
  if (value === null || value === undefined) return '–';
  if (Number.isInteger(value)) return fixed(value, 0);
  if (value >= 1e9 || value < 1e-3) {
    const [digits, exponent] = value.toExponential(2).split('e');
    return `${digits}·${power(Number(exponent))}`;
  }
  if (value >= 99.95) return fixed(value, 0);
  if (value >= 9.995) return fixed(value, 1);
  if (value >= 0.9995) return fixed(value, 2);
  return fixed(value, value >= 0.1 ? 3 : 4);
}

// Sorting. What has no value comes last in both directions.
const collator = new Intl.Collator('en', { numeric: true });
function order(left, right, direction) {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  return direction * (typeof left === 'number' && typeof right === 'number' ? left - right : collator.compare(left, right));
}

/** Makes the headings of a table buttons that sort it; `sort` gets the column and 1 or -1. */
function sortable(table, sort) {
  const headings = [...table.tHead.querySelectorAll('th[scope=col]')];
  headings.forEach((heading, column) => {
    const button = make('button', { type: 'button', title: 'Sort' }, ...heading.childNodes);
    heading.append(button);
    button.addEventListener('click', () => {
      const direction = heading.getAttribute('aria-sort') === 'ascending' ? -1 : 1;
      for (const other of headings) other.removeAttribute('aria-sort');
      heading.setAttribute('aria-sort', direction === 1 ? 'ascending' : 'descending');
      sort(column, direction);
    });
  });
}

for (const table of document.querySelectorAll('table.sortable')) {
  const body = table.tBodies[0];
  const value = (row, column) => {
    const cell = row.cells[column];
    if (cell.dataset.v !== undefined) return Number(cell.dataset.v);
    return cell.classList.contains('n') ? null : cell.textContent;
  };
  sortable(table, (column, direction) => {
    const rows = [...body.rows].map(row => [value(row, column), row]);
    rows.sort((left, right) => order(left[0], right[0], direction));
    body.append(...rows.map(([, row]) => row));
  });
}

// What the pointer is on.
const tip = byId('tip');
function say(text, event) {
  tip.textContent = text;
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  const x = event.clientX + 14 + width > innerWidth ? event.clientX - width - 10 : event.clientX + 14;
  const y = event.clientY + 14 + height > innerHeight ? event.clientY - height - 10 : event.clientY + 14;
  tip.style.left = `${Math.max(4, x)}px`;
  tip.style.top = `${Math.max(4, y)}px`;
}
const quiet = () => { tip.hidden = true; };

for (const title of document.querySelectorAll('.points title')) {
  title.parentNode.dataset.tip = title.textContent;
  title.remove();
}
document.addEventListener('pointerover', event => {
  const point = event.target.closest && event.target.closest('[data-tip]');
  if (point) say(point.dataset.tip, event);
});
document.addEventListener('pointerout', event => {
  if (event.target.closest && event.target.closest('[data-tip]')) quiet();
});
addEventListener('scroll', quiet, { passive: true });
