// A page of a run that goes on: how it stands, and a button that ends it.
'use strict';

function follow(top) {
    const numbers = el('span', {});
    const stop = el('button', {type: 'button', class: 'stop', onclick: () => {
        stop.disabled = true;
        stop.textContent = 'Stopping …';
        fetch('stop', {method: 'POST'}).catch(() => lost());
    }}, 'Stop the run');
    const fresh = el('button', {type: 'button', hidden: true, onclick: () => location.reload()});
    const bar = el('p', {class: 'bar live', id: 'live'}, el('strong', {}, '● running'), numbers, stop, fresh);
    const lost = () => { bar.firstChild.textContent = '○ the run cannot be reached any more'; stop.disabled = true; };
    const shown = {bugs: data.bugs.length, tests: data.test_count};
    const events = new EventSource('events');
    events.onmessage = event => {
        const now = JSON.parse(event.data);
        const covered = now.blocks_total ? `${now.blocks} of ${now.blocks_total} blocks` : `${now.blocks} blocks`;
        numbers.textContent = `${now.time_s.toFixed(1)} s · ${counted(now.paths, 'path')} · ${now.skipped} skipped · ${now.states} open · ${covered} · ${counted(now.bugs, 'bug')} · ${counted(now.tests, 'test')}`;
        const more = [['bugs', 'bug'], ['tests', 'test']].map(([name, one]) => [now[name] - shown[name], one]).filter(([count]) => count > 0);
        fresh.hidden = !more.length;
        if (more.length) fresh.textContent = `Show ${more.map(([count, one]) => counted(count, 'new ' + one)).join(' and ')}`;
    };
    events.addEventListener('end', () => { events.close(); location.reload(); });
    events.onerror = () => { events.close(); lost(); };
    top.prepend(bar);
}
