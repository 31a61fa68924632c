// The execution tree: laid out once, drawn on a canvas as far as it can be seen, so that its size hardly matters.
'use strict';

// In the order of the recorded numbers: name, shape, colour, and what it outweighs where many nodes are one pixel.
const FATES = [
    ['fork', 'dot', '--soft', 0], ['completed', 'circle', '--good', 1], ['skipped', 'triangle', '--link', 2],
    ['infeasible', 'cross', '--soft', 1], ['bug', 'diamond', '--bad', 5], ['cut', 'bar', '--open', 4], ['open', 'ring', '--open', 3],
];

class Layout {
    constructor(tree) {
        const count = tree.parent.length;
        Object.assign(this, {tree, count, children: Array.from({length: count}, () => null), collapsed: new Set()});
        for (let node = 1; node < count; node++) {
            const parent = tree.parent[node];
            (this.children[parent] = this.children[parent] || []).push(node);
        }
        this.size = new Uint32Array(count).fill(1);
        this.worst = new Uint8Array(count);
        // A child has a larger number than its parent.
        for (let node = count - 1; node >= 0; node--) {
            const own = tree.fate[node];
            if (FATES[own][3] >= FATES[this.worst[node]][3]) this.worst[node] = own;
            if (node === 0) break;
            const parent = tree.parent[node];
            this.size[parent] += this.size[node];
            if (FATES[this.worst[node]][3] > FATES[this.worst[parent]][3]) this.worst[parent] = this.worst[node];
        }
        this.place();
    }

    // Leaves side by side, a fork above the middle of what is below it.
    place() {
        const {count, children, collapsed} = this;
        this.first = new Float64Array(count);
        this.end = new Float64Array(count);
        this.depth = new Uint32Array(count);
        this.deepest = new Uint32Array(count);
        this.hidden = new Uint8Array(count);
        let leaves = 0;
        const stack = [[0, 0]];
        while (stack.length) {
            const top = stack[stack.length - 1];
            const [node, next] = top;
            const below = collapsed.has(node) ? null : children[node];
            if (next === 0) {
                this.first[node] = leaves;
                this.deepest[node] = this.depth[node];
            }
            if (below && next < below.length) {
                top[1]++;
                this.depth[below[next]] = this.depth[node] + 1;
                stack.push([below[next], 0]);
                continue;
            }
            if (!below) leaves++;
            this.end[node] = leaves;
            stack.pop();
            if (stack.length) {
                const parent = stack[stack.length - 1][0];
                this.deepest[parent] = Math.max(this.deepest[parent], this.deepest[node]);
            }
        }
        for (let node = 1; node < count; node++) {
            const parent = this.tree.parent[node];
            this.hidden[node] = this.hidden[parent] || collapsed.has(parent) ? 1 : 0;
        }
        this.leaves = Math.max(leaves, 1);
        this.levels = this.deepest[0] + 1;
    }

    x(node) { return (this.first[node] + this.end[node]) / 2; }

    path(node) {
        const path = [node];
        while (node > 0) path.push(node = this.tree.parent[node]);
        return path.reverse();
    }
}

// The shape of a fate.
function outline(context, shape, x, y, r) {
    if (shape === 'triangle') { context.moveTo(x, y - r); context.lineTo(x + r, y + r); context.lineTo(x - r, y + r); context.closePath(); }
    else if (shape === 'diamond') { context.moveTo(x, y - r * 1.4); context.lineTo(x + r * 1.4, y); context.lineTo(x, y + r * 1.4); context.lineTo(x - r * 1.4, y); context.closePath(); }
    else if (shape === 'bar') context.rect(x - r * 1.4, y - r / 2, r * 2.8, r);
    else if (shape === 'cross') { context.moveTo(x - r, y - r); context.lineTo(x + r, y + r); context.moveTo(x + r, y - r); context.lineTo(x - r, y + r); }
    else context.arc(x, y, shape === 'dot' ? r / 2 : r, 0, 7);
}

// The same as a picture in a line of text, in the colours of the page.
function icon(name, shape) {
    const ns = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(ns, 'svg');
    const path = document.createElementNS(ns, 'path');
    const round = r => `M${8 - r} 8a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    path.setAttribute('d', {triangle: 'M8 3L13 13L3 13Z', diamond: 'M8 1L15 8L8 15L1 8Z', bar: 'M1 5.5H15V10.5H1Z',
        cross: 'M3 3L13 13M13 3L3 13', ring: round(5), circle: round(5), dot: round(3)}[shape]);
    svg.setAttribute('viewBox', '0 0 16 16');
    svg.setAttribute('aria-hidden', 'true');
    svg.setAttribute('class', `icon ${name}${shape === 'cross' || shape === 'ring' ? ' hollow' : ''}`);
    svg.append(path);
    return svg;
}

class TreeView {
    constructor(tree, panel, describe) {
        this.layout = new Layout(tree);
        this.describe = describe;
        this.panel = panel;
        this.shown = new Set(FATES.keys());
        this.line = '';
        this.route = [];
        this.selected = 0;
        this.canvas = el('canvas', {class: 'tree', tabindex: 0, role: 'img', 'aria-label':
            'Execution tree. Arrow keys go to the parent, the first child and the neighbours, Enter folds and unfolds, plus and minus zoom.'});
        this.map = el('canvas', {class: 'map', 'aria-hidden': 'true'});
        this.listen();
    }

    // The window has its size: show all of it.
    fit() {
        const ratio = window.devicePixelRatio || 1;
        for (const canvas of [this.canvas, this.map]) {
            canvas.width = Math.max(1, canvas.clientWidth * ratio);
            canvas.height = Math.max(1, canvas.clientHeight * ratio);
        }
        const edge = 16 * ratio;
        this.scale = {x: (this.canvas.width - 2 * edge) / this.layout.leaves, y: (this.canvas.height - 2 * edge) / this.layout.levels};
        this.origin = {x: edge, y: edge};
        this.draw();
    }

    draw() {
        if (this.due) return;
        this.due = true;
        requestAnimationFrame(() => {
            this.due = false;
            this.positions = this.paint(this.canvas, this.scale, this.origin, true);
            const {leaves, levels} = this.layout;
            const scale = {x: this.map.width / leaves, y: this.map.height / levels};
            this.paint(this.map, scale, {x: 0, y: 0}, false);
            const context = this.map.getContext('2d');
            context.strokeStyle = this.colour('--ink');
            context.strokeRect(-this.origin.x / this.scale.x * scale.x, -this.origin.y / this.scale.y * scale.y,
                this.canvas.width / this.scale.x * scale.x, this.canvas.height / this.scale.y * scale.y);
        });
    }

    colour(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim() || '#888'; }

    isStressed(node) {
        const {tree} = this.layout;
        if (!this.shown.has(tree.fate[node])) return false;
        return !this.line || `${(data.files[tree.file[node]] || {}).shown || ''}:${tree.line[node]}`.includes(this.line);
    }

    // Draws what can be seen; a subtree as narrow as a pixel is one stroke.
    paint(canvas, scale, origin, full) {
        const {layout} = this;
        const context = canvas.getContext('2d');
        const colours = FATES.map(fate => this.colour(fate[2]));
        const route = new Set(this.route);
        const drawn = [];
        context.clearRect(0, 0, canvas.width, canvas.height);
        const x = node => origin.x + layout.x(node) * scale.x;
        const y = node => origin.y + (layout.depth[node] + .5) * scale.y;
        const stack = [0];
        while (stack.length) {
            const node = stack.pop();
            const left = origin.x + layout.first[node] * scale.x;
            const right = origin.x + layout.end[node] * scale.x;
            if (right < 0 || left > canvas.width || y(node) > canvas.height) continue;
            const below = layout.collapsed.has(node) ? null : layout.children[node];
            if (right - left < 1.2 && below) {
                context.strokeStyle = colours[layout.worst[node]];
                context.globalAlpha = full && !this.shown.has(layout.worst[node]) ? .15 : 1;
                context.lineWidth = 1;
                context.beginPath();
                context.moveTo(left, y(node));
                context.lineTo(left, origin.y + (layout.deepest[node] + .5) * scale.y);
                context.stroke();
                context.globalAlpha = 1;
                if (full) drawn.push([node, left, y(node)]);
                continue;
            }
            for (const child of below || []) {
                context.strokeStyle = route.has(child) ? this.colour('--link') : colours[0];
                context.lineWidth = route.has(child) ? 3 : 1;
                context.globalAlpha = route.has(child) ? 1 : .5;
                context.beginPath();
                context.moveTo(x(node), y(node));
                context.lineTo(x(child), y(child));
                context.stroke();
                stack.push(child);
            }
            context.globalAlpha = 1;
            if (!full || y(node) < 0) continue;
            drawn.push([node, x(node), y(node)]);
            context.globalAlpha = this.isStressed(node) ? 1 : .15;
            this.glyph(context, node, x(node), y(node), colours);
            context.globalAlpha = 1;
        }
        if (full) this.paintCover(context, x, y);
        return drawn;
    }

    // From the selected node to where the condition that covers it was learnt.
    paintCover(context, x, y) {
        const {tree, hidden} = this.layout;
        const entry = tree.learnt[tree.covered[this.selected] - 1];
        if (!entry || entry.node === null || hidden[entry.node]) return;
        const [fromX, fromY, toX, toY] = [x(this.selected), y(this.selected), x(entry.node), y(entry.node)];
        context.strokeStyle = this.colour('--link');
        context.lineWidth = 2;
        context.setLineDash([6, 4]);
        context.beginPath();
        context.moveTo(fromX, fromY);
        context.quadraticCurveTo((fromX + toX) / 2, Math.min(fromY, toY) - 30, toX, toY);
        context.stroke();
        context.setLineDash([]);
        context.beginPath();
        context.arc(toX, toY, 10 * (window.devicePixelRatio || 1), 0, 7);
        context.stroke();
    }

    glyph(context, node, x, y, colours) {
        const {layout} = this;
        const [, shape] = FATES[layout.tree.fate[node]];
        const ratio = window.devicePixelRatio || 1;
        const r = Math.min(9, 3 + Math.log2(layout.size[node]) / 2) * ratio;
        context.fillStyle = context.strokeStyle = colours[layout.tree.fate[node]];
        context.lineWidth = 2;
        context.beginPath();
        outline(context, shape, x, y, r);
        if (shape === 'cross' || shape === 'ring') context.stroke();
        else context.fill();
        if (layout.collapsed.has(node)) { context.strokeStyle = this.colour('--ink'); context.strokeRect(x - r - 3, y - r - 3, 2 * r + 6, 2 * r + 6); }
        if (node === this.selected) { context.strokeStyle = this.colour('--link'); context.lineWidth = 3; context.beginPath(); context.arc(x, y, r + 5, 0, 7); context.stroke(); }
    }

    zoom(by, x, y) {
        x = x === undefined ? this.canvas.width / 2 : x;
        y = y === undefined ? this.canvas.height / 2 : y;
        this.origin = {x: x - (x - this.origin.x) * by, y: y - (y - this.origin.y) * by};
        this.scale = {x: this.scale.x * by, y: this.scale.y * by};
        this.draw();
    }

    // A node is shown in words, and brought into the window.
    select(node, follow) {
        const {layout} = this;
        while (layout.hidden[node]) node = layout.tree.parent[node];
        this.selected = node;
        if (follow) {
            const at = {x: this.origin.x + layout.x(node) * this.scale.x, y: this.origin.y + (layout.depth[node] + .5) * this.scale.y};
            if (at.x < 0 || at.x > this.canvas.width) this.origin.x += this.canvas.width / 2 - at.x;
            if (at.y < 0 || at.y > this.canvas.height) this.origin.y += this.canvas.height / 2 - at.y;
        }
        this.panel.replaceChildren(...this.describe(this, node));
        this.draw();
    }

    fold(node) {
        const {collapsed} = this.layout;
        if (!this.layout.children[node]) return;
        if (collapsed.has(node)) collapsed.delete(node);
        else collapsed.add(node);
        this.layout.place();
        this.fit();
        this.select(node, true);
    }

    key(event) {
        const {children, tree} = this.layout;
        const parent = this.selected ? tree.parent[this.selected] : 0;
        const row = children[parent] || [];
        const beside = by => row[row.indexOf(this.selected) + by];
        const to = {ArrowUp: parent, ArrowDown: (children[this.selected] || [])[0], ArrowLeft: beside(-1), ArrowRight: beside(1)}[event.key];
        if (event.key.startsWith('Arrow')) { if (to !== undefined) this.select(to, true); }
        else if (event.key === 'Enter') this.fold(this.selected);
        else if (event.key === '+') this.zoom(1.4);
        else if (event.key === '-') this.zoom(1 / 1.4);
        else return;
        event.preventDefault();
    }

    listen() {
        const {canvas} = this;
        const at = event => {
            const box = canvas.getBoundingClientRect();
            return {x: (event.clientX - box.left) * canvas.width / box.width, y: (event.clientY - box.top) * canvas.height / box.height};
        };
        let last = null;
        let moved = 0;
        canvas.addEventListener('pointerdown', event => { last = at(event); moved = 0; canvas.setPointerCapture(event.pointerId); });
        canvas.addEventListener('pointermove', event => {
            if (!last) return;
            const now = at(event);
            moved += Math.abs(now.x - last.x) + Math.abs(now.y - last.y);
            this.origin = {x: this.origin.x + now.x - last.x, y: this.origin.y + now.y - last.y};
            last = now;
            this.draw();
        });
        canvas.addEventListener('pointerup', event => {
            const point = at(event);
            last = null;
            if (moved > 5) return;
            const distance = ([, x, y]) => (x - point.x) ** 2 + (y - point.y) ** 2;
            const nearest = (this.positions || []).reduce((best, node) => !best || distance(node) < distance(best) ? node : best, null);
            if (nearest) this.select(nearest[0], false);
        });
        canvas.addEventListener('wheel', event => {
            event.preventDefault();
            const point = at(event);
            this.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, point.x, point.y);
        }, {passive: false});
        canvas.addEventListener('keydown', event => this.key(event));
        this.map.addEventListener('click', event => {
            const box = this.map.getBoundingClientRect();
            const {leaves, levels} = this.layout;
            this.origin = {
                x: this.canvas.width / 2 - (event.clientX - box.left) / box.width * leaves * this.scale.x,
                y: this.canvas.height / 2 - (event.clientY - box.top) / box.height * levels * this.scale.y,
            };
            this.draw();
        });
    }
}

// Guards shown of a path, from its end.
const MOST_GUARDS = 60;

// A node in words: where, what was decided, what holds there, what became of it.
function describeNode(view, node) {
    const {layout} = view;
    const {tree} = layout;
    const path = layout.path(node);
    const guards = path.map(step => tree.conditions[tree.condition[step]]).filter(guard => guard);
    const file = data.files[tree.file[node]];
    const below = layout.children[node];
    return [
        el('h3', {}, `Node ${node}: ${FATES[tree.fate[node]][0]}`),
        el('p', {}, node === 0 ? 'The start of the program.' : ['Decided at ', file ? place(file.path, file.shown, tree.line[node]) : 'a place without a name', `, outcome ${tree.outcome[node] + 1}.`],
            ` Depth ${layout.depth[node]}, ${counted(layout.size[node], 'node')} from here on.`),
        tree.test[node] ? el('p', {}, testLink(tree.test[node])) : null,
        coveredBy(view, node), valuesThere(view, node), teaches(view, node),
        guards.length ? [el('h4', {}, 'Path condition'), guards.length > MOST_GUARDS ? el('p', {class: 'soft'}, `the last ${MOST_GUARDS} of ${guards.length}`) : null,
            el('ol', {start: Math.max(1, guards.length - MOST_GUARDS + 1)}, guards.slice(-MOST_GUARDS).map(guard => el('li', {}, code(guard))))] : null,
        below ? el('p', {}, el('button', {type: 'button', onclick: () => view.fold(node)}, layout.collapsed.has(node) ? 'Unfold' : 'Fold')) : null,
    ].flat(Infinity).filter(part => part);
}

// The learnt condition by which a node was skipped, and the way to where it was learnt.
function coveredBy(view, node) {
    const {tree} = view.layout;
    const entry = tree.learnt[tree.covered[node] - 1];
    if (!entry) return null;
    const there = entry.node === null ? null
        : el('p', {}, el('button', {type: 'button', onclick: () => view.select(entry.node, true)}, `Go to node ${entry.node}, where it was learnt`));
    const taught = entry.by_induction ? 'it was proved by induction, for any number of rounds' : `the part of the tree that taught it has ${counted(entry.paths, 'path')}`;
    return [el('h4', {}, 'Skipped: covered by what was learnt'),
        el('p', {}, 'At ', spot(entry.where), ` nothing new can be found under this condition; ${taught}.`),
        conditionList(entry.condition), there];
}

// What was learnt below a node.
function teaches(view, node) {
    const {tree} = view.layout;
    const taught = tree.learnt.filter(entry => entry.node === node);
    return taught.length ? [el('h4', {}, 'Learnt from here on'), taught.map(entry => el('div', {},
        el('p', {}, 'At ', spot(entry.where), `, which ${counted(entry.skipped, 'path')} ended at:`), conditionList(entry.condition)))] : null;
}

// The values on the path of the test that is followed.
function valuesThere(view, node) {
    const {tree} = view.layout;
    if (!view.test || !view.route.includes(node) || node === 0) return null;
    const step = stepAt(view.test, tree.file[node], tree.line[node], tree.at[node]);
    return step && step.values.length ? [el('h4', {}, `Values in test ${view.test}`), values(step)] : null;
}

function treeSection() {
    if (!data.tree || !data.tree.nodes) return null;
    return lazily({class: 'block', id: 'tree-view'}, `The tree: ${counted(data.tree.nodes, 'node')}`, () => {
        const waiting = el('p', {class: 'soft'}, 'Unpacking the tree …');
        unpacked('tree-data').then(tree => waiting.replaceWith(...treeParts(tree)),
            () => { waiting.textContent = 'This browser cannot unpack the tree; tree.json beside the page has it, and secateur report --dot draws it.'; });
        return waiting;
    });
}

// The tree and what one can do with it.
function treeParts(tree) {
    const panel = el('div', {class: 'panel', 'aria-live': 'polite'});
    const view = new TreeView(tree, panel, describeNode);
    const met = FATES.map(() => 0);
    tree.fate.forEach(fate => { met[fate]++; });
    const fates = FATES.map(([name, shape], fate) => {
        if (!met[fate]) return null;
        const box = el('input', {type: 'checkbox', id: `fate-${fate}`, checked: true, onchange: () => { box.checked ? view.shown.add(fate) : view.shown.delete(fate); view.draw(); }});
        return el('span', {}, box, el('label', {for: `fate-${fate}`}, ' ', icon(name, shape), ` ${name} (${met[fate]})`));
    });
    const line = el('input', {type: 'text', id: 'tree-line', size: 14, oninput: () => { view.line = line.value.trim(); view.draw(); }});
    const test = el('input', {type: 'number', id: 'tree-test', min: 1, max: 9999999});
    const followed = el('span', {class: 'soft', role: 'status'});
    const step = by => {
        const at = view.route.indexOf(view.selected);
        const to = view.route[at + by];
        if (to !== undefined) view.select(to, true);
    };
    const follow = () => {
        const end = tree.test.indexOf(Number(test.value));
        view.route = end < 0 ? [] : view.layout.path(end);
        view.test = end < 0 ? 0 : Number(test.value);
        followed.textContent = end < 0 ? 'No node of the tree has this test.' : `Its path has ${counted(view.route.length, 'node')}: step along it.`;
        view.select(end < 0 ? view.selected : 0, true);
    };
    const button = (text, onclick) => el('button', {type: 'button', onclick}, text);
    requestAnimationFrame(() => { view.fit(); view.select(0, false); });
    window.addEventListener('resize', () => view.fit());
    window.treeView = view;
    return [
        tree.lost ? el('p', {class: 'soft'}, `${counted(tree.lost, 'more node')} were not recorded.`) : null,
        el('p', {class: 'bar', role: 'group', 'aria-label': 'Shown by fate'}, fates),
        el('p', {class: 'bar'}, el('label', {for: 'tree-line'}, 'At line '), line, el('label', {for: 'tree-test'}, 'Path of test '), test,
            button('Show', follow), button('Previous step', () => step(-1)), button('Next step', () => step(1)), followed),
        el('p', {class: 'bar'}, button('Zoom in', () => view.zoom(1.5)), button('Zoom out', () => view.zoom(1 / 1.5)), button('Fit', () => view.fit())),
        el('div', {class: 'tree-frame'}, view.canvas, view.map), panel,
    ].filter(part => part);
}
