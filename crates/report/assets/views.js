// The parts of the report. Each gives the contents of a section, or null where a run has nothing of the kind.
'use strict';

const SIGNS = {safe: '✓', unsafe: '✗', unknown: '?', decided: '✓', undecided: '?', running: '●'};

// Bugs named at the top.
const MOST_AT_TOP = 5;

function top_() {
    const facts = data.terms.map(({name, text}) => [el('dt', {}, name), el('dd', {}, text)]);
    return [
        el('h1', {}, el('span', {class: 'kicker'}, `Secateur ${data.version} report: `), data.program),
        el('p', {class: `verdict ${data.headline}`}, el('strong', {}, `${SIGNS[data.headline]} ${data.headline}`), ' ', data.sentence),
        data.bugs.length ? el('ul', {}, data.bugs.slice(0, MOST_AT_TOP).map((bug, at) => el('li', {}, link(`#bug-${at + 1}`, bug.kind), ' at ', code(`${bug.shown}:${bug.line}`), bug.message ? `: ${bug.message}` : '')),
            data.bugs.length > MOST_AT_TOP ? el('li', {}, link('#bugs', `and ${data.bugs.length - MOST_AT_TOP} more`)) : null) : null,
        tiles(), el('dl', {class: 'facts'}, facts),
        data.next.length ? [el('h2', {}, 'What to do next'), data.next.map(({text, command}) => [el('p', {}, text), command ? pasteable(command, 'the command') : null])] : null,
    ];
}

// What one asks first, as numbers.
function tiles() {
    const tile = ({name, value, note, to}) => {
        const parts = [el('span', {class: 'name'}, name), el('strong', {}, value), el('span', {class: 'note'}, note)];
        return el('li', {}, to ? el('a', {href: `#${to}`}, parts) : el('div', {}, parts));
    };
    return data.tiles.length ? el('ul', {class: 'tiles', 'aria-label': 'The run in numbers'}, data.tiles.map(tile)) : null;
}

// Bytes of an input that are shown without being asked for, where the input is what matters.
const FEW_BYTES = 64;

// `near`: the input is what is looked at, so its bytes are shown at once if they are few.
function inputTable(test, near) {
    if (!test || !test.inputs.length) return el('p', {class: 'soft'}, 'This path asks for no input.');
    const hex = input => {
        if (!input.hex) return counted(input.size, 'byte');
        const bytes = lazily({}, counted(input.size, 'byte'), () => hexDump(input.hex, input.cut));
        if (near && input.size <= FEW_BYTES) { bytes.open = true; bytes.make(); }
        return bytes;
    };
    const value = input => input.parts.length
        ? el('dl', {class: 'fields'}, input.parts.map(({name, value}) => [el('dt', {}, code(name)), el('dd', {}, code(value))])) : code(input.value);
    return table(`Input of test ${test.number}`, [['Name'], ['Type'], ['Value'], ['Bytes']],
        test.inputs.map(input => [code(input.name), input.type ? code(input.type) : '', value(input), hex(input)]), {class: 'inputs'});
}

function changes() {
    const compared = data.compared;
    if (!compared) return null;
    const kinds = [['new', 'bad', '✗ new'], ['gone', ...compared.exhausted.new ? ['good', '✓ no longer found'] : ['undecided', '? not found this time']], ['same', 'undecided', '= the same']];
    const found = kinds.flatMap(([kind, colour, words]) => compared.bugs[kind].map(bug =>
        [el('span', {class: `tag ${colour}`}, words), bug.kind, code(`${bug.file}:${bug.line}`), code(bug.function)]));
    const percent = ({covered, total}) => `${covered} of ${total}`;
    const lines = text => text === null ? 'the file was changed' : text || 'none';
    return [
        el('p', {}, 'Compared with ', code(compared.old), ': the verdict is ', compared.verdict.new, compared.verdict.new === compared.verdict.old ? ' as before.' : `, it was ${compared.verdict.old}.`),
        found.length ? table('Bugs', [['Change'], ['Kind'], ['Place'], ['Function']], found) : el('p', {}, 'Neither run found a bug.'),
        compared.bugs.gone.length && !compared.exhausted.new ? el('p', {}, 'This run did not explore everything: what it has not found may be there all the same.') : null,
        compared.files.length ? table('Lines executed', [['File'], ['Before'], ['Now'], ['Gained'], ['Lost']],
            compared.files.map(file => [code(file.file), percent(file.covered.old), percent(file.covered.new), lines(file.gained), lines(file.lost)])) : el('p', {}, 'The coverage of lines is the same.'),
    ];
}

const REPLAYS = {
    'confirmed': ['good', '✓ confirmed natively'], 'not-reproduced': ['bad', '✗ not reproduced natively'],
    'not-checkable': ['undecided', '? not checkable natively'], 'not-replayed': ['undecided', '? not replayed natively'],
};

function bugs() {
    return data.bugs.map((bug, at) => {
        const [kind, words] = REPLAYS[bug.replay] || ['undecided', '? not tried natively'];
        const test = data.tests.find(test => test.number === bug.test);
        return el('article', {id: `bug-${at + 1}`, tabindex: -1},
            el('h3', {}, `${at + 1}. ${bug.kind}`, ' at ', place(bug.file, bug.shown, bug.line)),
            el('p', {}, bug.message, bug.function ? [' in ', code(bug.function)] : null, bug.library ? [', calling ', code(bug.library)] : null),
            el('p', {}, el('span', {class: `tag ${kind}`}, words), bug.cwe ? link(`https://cwe.mitre.org/data/definitions/${bug.cwe}.html`, `CWE-${bug.cwe}`) : null),
            bug.excerpt ? excerpt(bug.excerpt) : el('p', {class: 'soft'}, 'The source is not at hand.'),
            el('h4', {}, 'Input'), inputTable(test, true),
            pathOf.has(bug.test) ? lazily({}, 'Values on the way', () => pathTable(bug.test, 'What was executed up to the bug, and the values that lines read and wrote')) : null,
            bug.stack.length ? [el('h4', {}, 'Calls, innermost first'), el('ol', {}, bug.stack.map(call => el('li', {}, code(call.function), ' ', call.file ? place(call.file, call.shown, call.line) : null)))] : null,
            el('h4', {}, 'Run it again'), test && test.run ? pasteable(test.run, 'the command line') : null, pasteable(bug.replay_command, 'the replay command'),
            test ? el('p', {}, 'All of it: ', testLink(bug.test)) : null,
            bug.native ? lazily({}, 'What the sanitizers said', () => el('pre', {tabindex: 0}, bug.native)) : null);
    });
}

function coverage() {
    if (!data.files.length) return null;
    const rows = data.files.map((file, at) => {
        const ways = file.branches.flatMap(branch => branch[2]);
        return [link(`#file-${at}`, code(file.shown)), share(file.lines.filter(line => line[1]).length, file.lines.length), share(ways.filter(way => way).length, ways.length)];
    });
    const open = (file, at) => file.source
        ? lazily({class: 'block', id: `file-${at}`}, code(file.shown), () => sourceTable(file, at))
        : el('p', {id: `file-${at}`}, code(file.shown), ': the source is not at hand.');
    return [
        table('Lines and branches executed by some path', [['File'], ['Lines'], ['Branches']], rows), neverTaken(),
        data.unmeasured ? el('p', {class: 'soft'}, `How often tests execute a line leaves out ${counted(data.unmeasured, 'test')} that were not measured.`) : null,
        data.files.map(open),
    ];
}

const fileOf = (test, ending) => `test${String(test.number).padStart(6, '0')}.${ending}`;

function download(test) {
    const bytes = Uint8Array.from(atob(test.file), c => c.charCodeAt(0));
    const address = URL.createObjectURL(new Blob([bytes], {type: 'application/octet-stream'}));
    el('a', {href: address, download: fileOf(test, 'ktest')}).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function tests() {
    if (!data.tests.length) return null;
    const fresh = test => test.first.map(([file, lines]) => [data.files[file] ? link(`#f${file}-L${parseInt(lines, 10)}`, code(data.files[file].shown)) : null, ' lines ', lines, el('br')]);
    const all = data.tests.map(test => lazily({class: 'block', id: `test-${test.number}`},
        [el('strong', {}, `Test ${test.number}`), ' ', test.end, test.lines ? `, ${counted(test.lines, 'line')}` : '', test.first.length ? ', covers something first' : ''],
        () => [
            test.bare ? el('p', {class: 'soft'}, 'Its inputs are beside the report: ', code(`tests/${fileOf(test, 'json')}`)) : inputTable(test),
            test.args.length ? el('p', {}, 'Arguments: ', code(test.args.join(' '))) : null,
            test.first.length ? el('p', {}, 'Covers first: ', fresh(test)) : null,
            pathOf.has(test.number) ? lazily({}, 'Line by line', () => pathTable(test.number, 'What is executed, and the values that lines read and write')) : null,
            test.run ? [el('h4', {}, 'As a shell line'), pasteable(test.run, 'the shell line')] : null,
            el('h4', {}, 'On the native program'), pasteable(`secateur replay ${data.folder}/tests/${fileOf(test, 'ktest')}`, 'the replay command'),
            test.bare ? null : el('p', {class: 'bar'}, copyButton(test.c, 'Copy as C', `test ${test.number}`),
                test.file ? el('button', {type: 'button', onclick: () => download(test)}, `Save ${fileOf(test, 'ktest')}`) : null),
        ]));
    const bare = data.tests.filter(test => test.bare).length;
    return [bare ? el('p', {class: 'soft'}, `The inputs of ${counted(bare, 'test')} are in the folder only, so that this page stays small.`) : null, data.tests_left_out ? el('p', {}, `${counted(data.tests_left_out, 'more test')} are in the folder and not shown.`) : null, all];
}

function targets() {
    if (!data.targets.length) return null;
    const kinds = {reachable: ['good', '✓'], unreachable: ['bad', '✗'], unknown: ['undecided', '?']};
    const body = data.targets.map(target => el('tr', {'data-status': target.status},
        el('td', {}, code(target.id)), el('td', {}, target.file ? place(target.file, target.shown, target.line) : ''),
        el('td', {}, el('span', {class: `tag ${kinds[target.status][0]}`}, `${kinds[target.status][1]} ${target.status}`)),
        el('td', {}, target.test ? testLink(target.test) : '')));
    const filter = el('select', {id: 'targets-shown', onchange: () => body.forEach(row => { row.hidden = filter.value !== 'all' && row.dataset.status !== filter.value; })},
        ['all', ...Object.keys(kinds)].map(name => el('option', {value: name}, `${name} (${name === 'all' ? body.length : body.filter(row => row.dataset.status === name).length})`)));
    return [el('p', {class: 'bar'}, el('label', {for: 'targets-shown'}, 'Show '), filter),
        table(counted(data.targets.length, 'target'), [['Target'], ['Place'], ['Status'], ['Test']], body)];
}

// Places of cuts that are shown at once.
const MOST_CUTS = 8;

function obstacles() {
    const row = cut => [cut.reason, cut.count, cut.where ? spot(cut.where) : ''];
    const listed = (cuts, caption) => table(caption, [['Reason'], ['How often', true], ['Where']], cuts.map(row));
    const cuts = [...data.cuts].sort((one, other) => other.count - one.count);
    const [most, rest] = [cuts.slice(0, MOST_CUTS), cuts.slice(MOST_CUTS)];
    const known = data.obstacles.length ? table('What kept the run from saying more', [['In the way'], ['Where'], ['Try']],
        data.obstacles.map(({text, where, suggestion}) => [withCode(text || ''), where ? spot(where) : 'the whole program', withCode(suggestion || '')])) : null;
    return known || most.length ? [known, most.length ? listed(most, 'Not explored, what was met most often first') : null,
        rest.length ? lazily({}, `${rest.length} more places`, () => listed(rest, 'Not explored, the rest')) : null] : null;
}

// The parts of a condition; none is: whatever the values are.
const conditionList = parts => parts.length ? el('ul', {class: 'values'}, parts.map(part => el('li', {}, code(part)))) : 'whatever the values are';

function numbers() {
    return [
        !data.numbers.length ? null : el('dl', {class: 'facts'}, data.numbers.map(({name, text}) => [el('dt', {}, name), el('dd', {}, text)])),
        data.layers.some(layer => layer.asked) ? table('Queries by layer of the solver', [['Layer'], ['Asked', true], ['Answered', true], ['Seconds', true]],
            data.layers.filter(layer => layer.asked).map(layer => [layer.name, layer.asked, layer.answered, layer.time_s.toFixed(3)])) : null,
        data.conditions.length ? [el('h3', {id: 'learnt'}, 'What was learnt'),
            el('p', {}, 'A path that comes to one of these places with values that satisfy the condition was not followed any further: everything that can be found from there on was found already.'),
            table('Conditions, those first by which most paths were skipped', [['Place'], ['Condition'], ['Paths skipped', true], ['Paths behind each', true]],
                data.conditions.map(({where, condition, skipped, paths, by_induction: induced}) => [spot(where), conditionList(condition), skipped, induced ? 'any number' : paths]))] : null,
        data.learnt.length ? [el('h3', {}, 'What was learnt of the whole program'), el('p', {}, 'Nothing else would be found with other initial values that satisfy:'), el('pre', {tabindex: 0}, data.learnt.join('\n'))] : null,
    ];
}

// The lab's table of strategies, and its pictures.
function lab() {
    if (!data.lab) return null;
    const {caption, sizes, rows} = data.lab;
    return [table(caption, [['Strategy'], ...sizes.map(size => [`${size} states`, true])], rows.map(([name, cells]) => [name, ...cells])), plots('lab-plots')];
}

function plots(name) {
    const made = document.getElementById(name).content;
    return made.childElementCount ? el('div', {class: 'plots'}, ...made.cloneNode(true).children) : null;
}
