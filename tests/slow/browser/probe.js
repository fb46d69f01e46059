// What is wrong with a page of kidx-report, seen from within; the value is an object of lists:
// overlap, contrast, links, width, tables. It clicks on headings: a page is no more what it was.
(function () {
    const found = { overlap: [], contrast: [], links: [], width: [], tables: [] };

    function boxesOverlap(a, b) {
        return a.left < b.right - 1 && b.left < a.right - 1 &&
            a.top < b.bottom - 2 && b.top < a.bottom - 2;
    }

    // No text of a picture lies on another, or beyond the picture.
    document.querySelectorAll('svg[role=img]').forEach((picture, number) => {
        const frame = picture.getBoundingClientRect();
        const boxes = Array.from(picture.querySelectorAll('text'), (text) => (
            { box: text.getBoundingClientRect(), text: text.textContent }));

        boxes.forEach((one, i) => {
            if (one.box.left < frame.left - 1 || one.box.right > frame.right + 1 ||
                one.box.top < frame.top - 1 || one.box.bottom > frame.bottom + 1)
                found.overlap.push(`picture ${number}: beyond its edge: ${one.text}`);
            boxes.slice(i + 1).forEach((other) => {
                if (boxesOverlap(one.box, other.box))
                    found.overlap.push(`picture ${number}: ${one.text} on ${other.text}`);
            });
        });
    });

    // The relative luminance of a colour "rgb(1, 2, 3)" (WCAG 2.2).
    function luminance(colour) {
        const parts = colour.match(/[\d.]+/g).slice(0, 3).map((part) => {
            const share = part / 255;

            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });

        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    }

    // The number in a cell of a heat map stands out from its shade, which axe does not look at.
    document.querySelectorAll('svg rect + text').forEach((text) => {
        const cell = text.previousElementSibling;

        if (!/^h\d$/.test(cell.getAttribute('class')))
            return;
        const shades = [text, cell].map((element) =>
            luminance(getComputedStyle(element).fill) + 0.05);
        const contrast = Math.max(...shades) / Math.min(...shades);

        if (contrast < 4.5)
            found.contrast.push(`${text.textContent}: ${contrast.toFixed(2)}`);
    });

    // What a cell is to be sorted by: the number that it holds, else its text.
    function keyOf(cell) {
        return cell.dataset.v === undefined ? cell.textContent : Number(cell.dataset.v);
    }

    // Texts as people order them: hidden=256 before hidden=1024.
    function textOrder(a, b) {
        const parts = [a, b].map((text) => text.match(/\d+|\D/g) ?? []);

        for (let i = 0; i < Math.min(parts[0].length, parts[1].length); i++) {
            const [x, y] = parts.map((list) => list[i]);

            if (x !== y)
                return /\d/.test(x) && /\d/.test(y) ? x - y : x < y ? -1 : 1;
        }
        return parts[0].length - parts[1].length;
    }

    // Cells without a number are behind those with one, both ways.
    function isInOrder(a, b, way) {
        if (typeof a !== typeof b)
            return typeof a === 'number';
        return way * (typeof a === 'number' ? a - b : textOrder(a, b)) <= 0;
    }

    // A heading sorts its column upwards, then downwards; no row is lost, and the heading
    // says which way it is.
    function checkColumn(table, number, column) {
        const head = table.tHead.rows[0].cells[column];
        const button = head.querySelector('button');
        const rows = new Set(table.tBodies[0].rows);

        if (!button || button.textContent.trim() === '') {
            found.tables.push(`table ${number}: heading ${column} has no button with a name`);
            return;
        }
        [1, -1].forEach((way) => {
            button.click();
            const sorted = Array.from(table.tBodies[0].rows);
            const keys = sorted.map((row) => keyOf(row.cells[column]));

            if (sorted.length !== rows.size || !sorted.every((row) => rows.has(row)))
                found.tables.push(`table ${number}: column ${column} loses rows`);
            if (!keys.every((key, i) => i === 0 || isInOrder(keys[i - 1], key, way)))
                found.tables.push(`table ${number}: column ${column} is not sorted`);
            if (head.getAttribute('aria-sort') !== (way > 0 ? 'ascending' : 'descending'))
                found.tables.push(`table ${number}: column ${column} does not say its order`);
        });
    }

    document.querySelectorAll('table').forEach((table, number) => {
        const width = table.tHead.rows[0].cells.length;

        if (Array.from(table.rows).some((row) => row.cells.length !== width))
            found.tables.push(`table ${number} is not rectangular`);
        else
            for (let column = 0; column < width; column++)
                checkColumn(table, number, column);
    });

    // Links lead to one place of this page.
    document.querySelectorAll('a').forEach((link) => {
        const target = link.getAttribute('href') ?? '';

        if (!target.startsWith('#') ||
            document.querySelectorAll(`[id="${CSS.escape(target.slice(1))}"]`).length !== 1)
            found.links.push(`no place is ${target}`);
    });

    // Nothing is wider than the window; of what is printed across, than A4 is high.
    const isPrinted = matchMedia('print').matches;
    const across = 1032;

    document.querySelectorAll('table').forEach((table, number) => {
        const width = table.getBoundingClientRect().width;
        const limit = table.closest('.broad') ? across : window.innerWidth;

        if (isPrinted && width > limit)
            found.width.push(`table ${number}: ${width} pixels on paper of ${limit}`);
    });
    if (document.documentElement.scrollWidth > window.innerWidth &&
        !(isPrinted && document.querySelector('.broad')))
        found.width.push(`${document.documentElement.scrollWidth} pixels in a window of ` +
            window.innerWidth);
    return found;
})()
