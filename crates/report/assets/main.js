// Puts the parts together, and leads links to what is not opened yet.
'use strict';

const VIEWS = [
    ['changes', 'Changes', null, changes],
    ['bugs', 'Bugs', data.bugs.length, bugs], ['targets', 'Targets', data.targets.length, targets],
    ['obstacles', 'Obstacles', data.obstacles.length || data.cuts.length, obstacles],
    ['coverage', 'Coverage', data.files.length, coverage], ['tests', 'Tests', data.test_count, tests],
    ['tree', 'Tree', data.tree ? data.tree.nodes : null, treeSection],
    ['over-time', 'Over time', null, () => plots('plots')], ['lab', 'Lab', null, lab], ['numbers', 'Numbers', null, numbers],
];

// Opens what a link leads to: the row of a line is made when its file is.
function reveal() {
    const id = decodeURIComponent(location.hash.slice(1));
    const line = /^f(\d+)-L\d+$/.exec(id);
    if (line) {
        const file = document.getElementById(`file-${line[1]}`);
        if (file && file.make) { file.open = true; file.make(); }
    }
    const target = id && document.getElementById(id);
    if (!target) return;
    if (target.make) { target.open = true; target.make(); }
    target.scrollIntoView({block: line ? 'center' : 'start'});
    if (line || target.matches('article')) target.focus({preventScroll: true});
}

document.getElementById('top').append(...[top_()].flat(Infinity).filter(part => part));
const main = document.getElementById('content');
const entries = [];
for (const [id, name, count, view] of VIEWS) {
    const made = [view()].flat(Infinity).filter(part => part);
    if (!made.length) continue;
    entries.push(el('li', {}, link(`#${id}`, count === null ? name : `${name} (${count})`)));
    main.append(el('section', {id, 'aria-labelledby': `${id}-name`}, el('h2', {id: `${id}-name`}, name), made));
}
document.getElementById('views').append(el('ul', {tabindex: 0, 'aria-label': 'Parts'}, entries));
if (data.live) follow(document.getElementById('top'));
window.addEventListener('hashchange', reveal);
window.addEventListener('beforeprint', () => document.querySelectorAll('#bugs details').forEach(part => { part.open = true; part.make && part.make(); }));
reveal();
// For who measures: everything can be used, and has been drawn once.
performance.mark('usable');
requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('drawn')));
