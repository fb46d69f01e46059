// What a page of kidx-report has to hold in a browser; writes "good" or what is wrong.
(function () {
    var wrong = [];

    function boxesOverlap(a, b) {
        return a.left < b.right - 1 && b.left < a.right - 1 &&
            a.top < b.bottom - 2 && b.top < a.bottom - 2;
    }

    // No text of a picture lies on another, or beyond the picture.
    document.querySelectorAll('svg[role=img]').forEach(function (picture, number) {
        var frame = picture.getBoundingClientRect();
        var boxes = Array.prototype.map.call(picture.querySelectorAll('text'), function (text) {
            return { box: text.getBoundingClientRect(), text: text.textContent };
        });
        boxes.forEach(function (one, i) {
            if (one.box.left < frame.left - 1 || one.box.right > frame.right + 1)
                wrong.push('picture ' + number + ': beyond its edge: ' + one.text);
            boxes.slice(i + 1).forEach(function (other) {
                if (boxesOverlap(one.box, other.box))
                    wrong.push('picture ' + number + ': ' + one.text + ' on ' + other.text);
            });
        });
    });

    // A table is sorted by a number, both ways.
    document.querySelectorAll('table').forEach(function (table, number) {
        var heads = table.tHead.rows[0].cells;
        Array.prototype.forEach.call(heads, function (head, column) {
            var button = head.querySelector('button');
            if (!button) {
                wrong.push('table ' + number + ': a heading without a button');
                return;
            }
            [1, -1].forEach(function (way) {
                var last = null;
                button.click();
                Array.prototype.forEach.call(table.tBodies[0].rows, function (row) {
                    var value = row.cells[column].dataset.v;
                    if (value === undefined)
                        return;
                    if (last !== null && way * (Number(value) - last) < 0)
                        wrong.push('table ' + number + ': column ' + column + ' is not sorted');
                    last = Number(value);
                });
            });
        });
    });

    // Links lead somewhere; nothing was loaded; the page is no wider than the window.
    document.querySelectorAll('a[href]').forEach(function (link) {
        if (!document.querySelector(link.getAttribute('href')))
            wrong.push('a link to nowhere: ' + link.getAttribute('href'));
    });
    performance.getEntriesByType('resource').forEach(function (entry) {
        if (!/^data:/.test(entry.name))
            wrong.push('asked for ' + entry.name);
    });
    if (document.documentElement.scrollWidth > window.innerWidth + 1)
        wrong.push('the page is wider than the window: ' + document.documentElement.scrollWidth);

    var result = document.createElement('pre');
    result.id = 'probe';
    result.textContent = '\n' + (wrong.length ? wrong.slice(0, 30).join('\n') : 'good') + '\n';
    document.body.appendChild(result);
})();
