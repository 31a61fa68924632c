// Elements are made here and nowhere else: what comes from a program or a test becomes text, never markup.
'use strict';

const data = JSON.parse(document.getElementById('data').textContent);

// An element with attributes and children; what is no element is text, null is nothing.
function el(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
        if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
        else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
    }
    for (const child of children.flat(Infinity)) {
        if (child !== null && child !== undefined) element.append(child);
    }
    return element;
}

const link = (to, ...text) => el('a', {href: to}, ...text);
const code = text => el('code', {}, text);
const counted = (count, one, many) => `${count} ${count === 1 ? one : many || one + 's'}`;

// Words with `commands` in them.
const withCode = text => text.split('`').map((part, at) => at % 2 ? code(part) : part);

function say(text) {
    document.getElementById('said').textContent = text;
}

// Text to the clipboard, also where a page may not write to it by itself.
function copy(text, done) {
    const select = () => {
        const area = el('textarea', {class: 'hidden', 'aria-hidden': 'true'});
        area.value = text;
        document.body.append(area);
        area.select();
        document.execCommand('copy');
        area.remove();
    };
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, () => { select(); done(); });
    else { select(); done(); }
}

function copyButton(text, label, what) {
    const done = () => {
        say('Copied');
        button.textContent = 'Copied';
        setTimeout(() => { button.textContent = label; }, 1500);
    };
    const button = el('button', {type: 'button', 'aria-label': `${label} ${what || ''}`.trim(), onclick: () => copy(text, done)}, label);
    return button;
}

// A line to paste, with a button that copies it.
const pasteable = (text, what) => el('div', {class: 'line'}, el('pre', {tabindex: 0}, text), copyButton(text, 'Copy', what));

// What a packed block holds; rejects where the browser cannot unpack it.
async function unpacked(id) {
    const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), c => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
}

// Something closed whose contents are made when it is opened first.
function lazily(attributes, summary, make) {
    const details = el('details', attributes, el('summary', {}, summary));
    let made = false;
    details.make = () => {
        if (!made) {
            made = true;
            details.append(...[make()].flat(Infinity).filter(part => part));
        }
    };
    details.addEventListener('toggle', () => details.open && details.make());
    return details;
}

// Rows of a table that is scrolled in a window of its own, so that what follows it is not far away.
const LONG = 40;

function table(caption, head, rows, attributes) {
    const cell = (tag, value, number, scope) => el(tag, {class: number ? 'number' : null, scope}, value);
    return el('div', {class: rows.length > LONG ? 'wide long' : 'wide', tabindex: 0, role: 'region', 'aria-label': caption},
        el('table', attributes || {}, el('caption', {}, caption),
            el('thead', {}, el('tr', {}, head.map(([name, number]) => cell('th', name, number, 'col')))),
            el('tbody', {}, rows.map(row => row instanceof Element ? row : el('tr', {}, row.map((value, at) => cell('td', value, head[at][1])))))));
}

// Bytes as tools print them: offset, hexadecimal, characters.
function hexDump(hex, cut) {
    const bytes = hex.match(/../g) || [];
    const rows = [];
    for (let at = 0; at < bytes.length; at += 16) {
        const row = bytes.slice(at, at + 16);
        const shown = row.map(byte => { const value = parseInt(byte, 16); return value >= 32 && value < 127 ? String.fromCharCode(value) : '.'; });
        rows.push(`${at.toString(16).padStart(4, '0')}  ${row.join(' ').padEnd(47)}  ${shown.join('')}`);
    }
    return el('pre', {class: 'dump', tabindex: 0}, rows.join('\n') + (cut ? '\n…' : ''));
}

// `covered of total (percent)` with a bar that says the same.
function share(covered, total) {
    const ns = 'http://www.w3.org/2000/svg';
    const percent = total ? Math.floor(covered * 100 / total) : 0;
    const svg = document.createElementNS(ns, 'svg');
    const rect = document.createElementNS(ns, 'rect');
    svg.setAttribute('class', 'share');
    svg.setAttribute('aria-hidden', 'true');
    rect.setAttribute('width', `${percent}%`);
    rect.setAttribute('height', '100%');
    svg.append(rect);
    return el('span', {}, svg, ` ${covered} of ${total}${total ? ` (${percent} %)` : ''}`);
}
