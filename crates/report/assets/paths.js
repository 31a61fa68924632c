// What a test does, line by line, with the values its lines read and write.
'use strict';

const pathOf = new Map(data.paths.map(path => [path.test, path]));
const values = step => step.values.length
    ? el('ul', {class: 'values'}, step.values.map(([name, value]) => el('li', {}, code(`${name} = ${value}`)))) : null;

function stepRow(step, previous) {
    const file = data.files[step.file];
    const text = file && file.source ? file.source[step.line - 1] || '' : '';
    const enters = previous && step.depth > previous.depth ? `into ${step.function}` : previous && step.depth < previous.depth ? `back in ${step.function}` : previous ? '' : `in ${step.function}`;
    return el('tr', {},
        el('td', {class: 'number'}, file ? link(`#f${step.file}-L${step.line}`, step.line) : step.line),
        el('td', {class: 'soft'}, enters),
        el('td', {class: 'text code'}, '  '.repeat(Math.min(step.depth, 12)) + text.trim()),
        el('td', {}, values(step)));
}

// The table of a path, or null where the run has none.
function pathTable(test, what) {
    const path = pathOf.get(test);
    if (!path || !path.steps.length) return null;
    const rows = path.steps.map((step, at) => stepRow(step, path.steps[at - 1]));
    if (path.gap) rows.splice(path.gap, 0, el('tr', {}, el('td', {colspan: 4, class: 'soft'}, '… lines between are left out …')));
    if (!path.whole) rows.unshift(el('tr', {}, el('td', {colspan: 4, class: 'soft'}, '… the beginning is left out …')));
    return table(what, [['Line', true], ['Call'], ['Source'], ['Values']], rows, {class: 'steps'});
}

// The step of a test's path that stands for a fork: the same line, and as far into the path as possible.
function stepAt(test, file, line, at) {
    const path = pathOf.get(test);
    const same = path ? path.steps.filter(step => step.file === file && step.line === line) : [];
    return same.reduce((best, step) => !best || Math.abs(step.at - at) < Math.abs(best.at - at) ? step : best, null);
}
