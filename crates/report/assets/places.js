// Places in the source: links to them, and the tables of lines they lead to.
'use strict';

const fileNumber = new Map(data.files.map((file, at) => [file.path, at]));

// `file:line`, as a link where the report has the line.
function place(path, shown, line) {
    const at = fileNumber.get(path);
    const text = line ? `${shown}:${line}` : shown;
    return at === undefined || !line ? code(text) : link(`#f${at}-L${line}`, code(text));
}

// `file:line function`, as the engine names a place, with what is the matter before it: `what, file:line function`.
function spot(where) {
    const known = /^(?:(.*), )?(.*?):(\d+)(?: (.*))?$/.exec(where);
    if (!known) return code(where);
    const [, what, path, line, name] = known;
    const at = data.files.findIndex(file => file.path === path || file.shown === path);
    return [what ? `${what}, at ` : null, at < 0 ? code(`${path}:${line}`) : place(data.files[at].path, data.files[at].shown, Number(line)), name ? [' in ', code(name)] : ''];
}

const testLink = (number, text) => link(`#test-${number}`, text || `test ${number}`);

// A piece of source around a line, which is marked.
function excerpt({first, lines, line}) {
    const row = (text, at) => {
        const here = first + at === line;
        return el('tr', {class: here ? 'here' : null},
            el('td', {class: 'number soft'}, first + at),
            el('td', {class: 'mark'}, here ? el('span', {title: 'here'}, '▶', el('span', {class: 'hidden'}, 'here')) : ''),
            el('td', {class: 'text code'}, text));
    };
    return el('div', {class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'Source'}, el('table', {class: 'source'}, el('tbody', {}, lines.map(row))));
}

// Whether a place that the engine names is a line.
const isAt = (where, file, line) => [file.path, file.shown].some(path => `, ${where}`.includes(`, ${path}:${line} `));

// Why a way of a branch was not taken.
function whyNot(file, line) {
    if (data.exhausted) return 'no input takes it: every path was explored';
    const there = data.cuts.filter(cut => isAt(cut.where, file, line));
    if (there.length) return `in the way: ${there.map(cut => cut.reason).join(', ')}`;
    const known = data.obstacles.find(obstacle => obstacle.where && isAt(obstacle.where, file, line));
    if (known) return `not explored (${data.stopped}); in the way: ${known.text}`;
    return `not explored (${data.stopped})`;
}

// Branches with a way that no path took, in one list for all files.
const MOST_BRANCHES = 200;
function neverTaken() {
    const rows = data.files.flatMap((file, at) => file.branches.filter(([, reached, takes]) => reached && takes.some(way => !way)).map(([line, , takes]) =>
        [place(file.path, file.shown, line), el('code', {}, ((file.source || [])[line - 1] || '').trim()),
            `${takes.filter(way => !way).length} of ${takes.length} ways`, whyNot(file, line)]));
    if (!rows.length) return null;
    return lazily({}, `${counted(rows.length, 'branch', 'branches')} with a way that was never taken`, () => [
        table('Branches that were reached, with a way that no path took', [['Place'], ['Source'], ['Not taken'], ['Why']], rows.slice(0, MOST_BRANCHES)),
        rows.length > MOST_BRANCHES ? el('p', {class: 'soft'}, `and ${rows.length - MOST_BRANCHES} more: the files below have all`) : null]);
}

function branchesOf(file, line) {
    const here = file.branches.filter(branch => branch[0] === line);
    if (!here.length) return null;
    const ways = here.flatMap(branch => branch[2]);
    const taken = ways.filter(way => way).length;
    if (taken === ways.length) return `${taken}/${ways.length}`;
    const said = here.flatMap(([, reached, takes], number) => takes.map((way, at) => way ? null :
        el('li', {}, `${here.length > 1 ? `branch ${number + 1}, ` : ''}way ${at + 1} of ${takes.length}: ${reached ? whyNot(file, line) : 'the branch is never reached'}`)));
    return el('details', {class: 'why'}, el('summary', {}, `${taken}/${ways.length}`), el('ul', {}, said));
}

function sourceTable(file, at) {
    const executed = new Map(file.lines.map(([line, ...rest]) => [line, rest]));
    const rows = file.source.map((text, index) => {
        const line = index + 1;
        const known = executed.get(line);
        const [mark, kind, words] = !known ? ['', 'plain', ''] : known[0] ? ['✓', 'executed', 'executed'] : ['✗', 'missed', 'not executed'];
        return el('tr', {id: `f${at}-L${line}`, class: kind, tabindex: -1},
            el('td', {class: 'number soft'}, link(`#f${at}-L${line}`, line)),
            el('td', {class: 'mark', title: words}, mark, el('span', {class: 'hidden'}, words)),
            el('td', {class: 'number'}, known && known[1] ? link(`#test-${known[2]}`, `${known[1]}`, el('span', {class: 'hidden'}, ` tests, the first is test ${known[2]}`)) : ''),
            el('td', {}, branchesOf(file, line)),
            el('td', {class: 'text code'}, text));
    });
    const head = ['Line', 'Executed', 'Tests', 'Branches', 'Source'].map((name, number) => el('th', {scope: 'col', class: number === 0 || number === 2 ? 'number' : null}, name));
    const source = el('table', {class: 'source'}, el('thead', {}, el('tr', {}, head)), el('tbody', {}, rows));
    const only = el('input', {type: 'checkbox', id: `only-${at}`, onchange: () => source.classList.toggle('only-missed', only.checked)});
    return [
        file.changed ? el('p', {class: 'bad'}, 'This file was changed after the run: lines may have moved.') : null,
        el('p', {class: 'bar'}, el('span', {}, only, el('label', {for: `only-${at}`}, ' Only lines that were not executed'))),
        el('div', {class: 'wide', tabindex: 0, role: 'region', 'aria-label': file.shown}, source),
    ];
}
