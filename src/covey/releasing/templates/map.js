(() => {
  "use strict";
  const NEAR = 26; // pixels of the drawing from which the pointer finds a point

  function setUp(map) {
    map.dataset.ready = "";
    makeSortable(map.querySelector("table"));
    const texts = {};
    for (const node of map.querySelectorAll(".point")) {
      const title = node.querySelector("title");
      texts[node.dataset.run] = title.textContent;
      title.remove(); // the browser would show it beside ours
    }
    for (const node of map.querySelectorAll(".spot")) {
      const twin = map.querySelector(`.point[data-run="${node.dataset.twin}"]`);
      for (const name of ["role", "aria-label"]) node.setAttribute(name, twin.getAttribute(name));
    }
    const tip = map.querySelector(".tip");
    const drawings = [...map.querySelectorAll(".chart svg")].map((svg) => makeAlive(map, svg, tip, texts));
    setButtons(map, drawings);
  }

  function setButtons(map, drawings) {
    for (const button of map.querySelectorAll(".key button")) {
      const line = button.dataset.line;
      const isOn = () => button.getAttribute("aria-pressed") === "true";
      const light = (which) => drawings.forEach((drawing) => drawing.light(which));
      for (const kind of ["pointerenter", "focus"]) button.addEventListener(kind, () => isOn() && light(line));
      for (const kind of ["pointerleave", "blur"]) button.addEventListener(kind, () => light(null));
      button.addEventListener("click", () => {
        button.setAttribute("aria-pressed", String(!isOn()));
        for (const node of map.querySelectorAll(`.chart [data-line="${line}"]`)) node.classList.toggle("off", !isOn());
        light(isOn() ? line : null);
        for (const drawing of drawings) drawing.reset();
      });
    }
  }

  function makeAlive(map, svg, tip, texts) {
    const points = [...svg.querySelectorAll(".point, .spot")].map((node) => {
      const { e: x, f: y } = node.transform.baseVal[0].matrix;
      const run = node.dataset.run || node.dataset.twin;
      return { node, x, y, line: node.dataset.line, run, text: texts[run] };
    });
    const of = (node) => points.find((point) => point.node === node);
    const shown = () => points.filter((point) => !point.node.classList.contains("off"));
    const chart = tip.parentElement;
    let now = null;

    function light(line) {
      for (const node of svg.querySelectorAll("[data-line]")) {
        node.classList.toggle("faded", line !== null && node.dataset.line !== line);
      }
    }

    function show(point) {
      if (point === now) return;
      if (now) {
        for (const node of map.querySelectorAll(".now")) node.classList.remove("now");
        now.node.removeAttribute("aria-describedby");
      }
      now = point;
      light(point && point.line);
      tip.hidden = !point;
      if (!point) return;
      for (const node of map.querySelectorAll(`[data-run="${point.run}"]`)) node.classList.add("now");
      point.node.classList.add("now");
      point.node.setAttribute("aria-describedby", tip.id);
      fill(point);
      place(point);
    }

    function fill(point) {
      const here = shown().filter((other) => Math.hypot(other.x - point.x, other.y - point.y) < 1 && other !== point);
      const [heading, verdict, ...figures] = point.text.split("\n");
      if (here.length) figures.push("same place: " + here.map((other) => other.text.split("\n")[0]).join("; "));
      const list = element("dl", "");
      for (const figure of figures) {
        const cut = figure.indexOf(": ");
        list.append(element("dt", figure.slice(0, cut)), element("dd", figure.slice(cut + 2)));
      }
      tip.replaceChildren(element("strong", heading), element("em", verdict), list);
    }

    function place(point) {
      const box = chart.getBoundingClientRect();
      const mark = point.node.getBoundingClientRect();
      const gap = 12;
      let left = mark.right - box.left + gap;
      if (left + tip.offsetWidth > box.width) left = mark.left - box.left - gap - tip.offsetWidth;
      let top = mark.top + mark.height / 2 - tip.offsetHeight / 2;
      top = Math.max(4, Math.min(top, innerHeight - tip.offsetHeight - 4)) - box.top;
      if (left < 0) {
        // Neither side has room: above the mark or below it.
        left = Math.max(0, Math.min(mark.left - box.left, box.width - tip.offsetWidth));
        top = mark.top - box.top - gap - tip.offsetHeight;
        if (mark.top - gap < tip.offsetHeight) top = mark.bottom - box.top + gap;
      }
      tip.style.left = `${left}px`;
      tip.style.top = `${top}px`;
    }

    function nearest(event) {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      let best = null;
      let least = NEAR;
      for (const point of shown()) {
        const distance = Math.hypot(point.x - at.x, point.y - at.y);
        // Of points at one place the last is on top.
        if (distance <= least) [best, least] = [point, distance];
      }
      return best;
    }

    const focused = () => of(document.activeElement) || null;
    svg.addEventListener("pointermove", (event) => show(nearest(event) || focused()));
    svg.addEventListener("pointerleave", () => show(focused()));
    svg.addEventListener("click", (event) => {
      const point = nearest(event);
      if (point) point.node.focus();
      else if (focused()) document.activeElement.blur();
    });
    // On the chart: listeners for focus would make the drawing itself a stop of the Tab key.
    chart.addEventListener("focusin", (event) => {
      const point = of(event.target);
      if (!point) return;
      rove(point);
      show(point);
    });
    chart.addEventListener("focusout", () => now && show(null));
    chart.addEventListener("keydown", (event) => {
      const point = of(event.target);
      if (!point || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") return show(null);
      const next = step(point, event.key);
      if (!next) return;
      event.preventDefault();
      next.node.focus();
    });

    // One stop for the Tab key; from there the arrow keys lead on.
    function rove(target) {
      for (const point of points) point.node.setAttribute("tabindex", point === target ? "0" : "-1");
    }

    function step(point, key) {
      const own = shown().filter((other) => other.line === point.line);
      const i = own.indexOf(point);
      if (key === "ArrowRight") return own[i + 1];
      if (key === "ArrowLeft") return own[i - 1];
      if (key === "Home") return own[0];
      if (key === "End") return own[own.length - 1];
      if (key !== "ArrowUp" && key !== "ArrowDown") return undefined;
      const lines = [...new Set(shown().map((other) => other.line))];
      const line = lines[lines.indexOf(point.line) + (key === "ArrowDown" ? 1 : -1)];
      const others = shown().filter((other) => other.line === line);
      return others[Math.min(i, others.length - 1)];
    }

    const reset = () => shown().length && rove(shown()[0]);
    reset();
    return { light, reset };
  }

  function makeSortable(table) {
    const body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      head.querySelector("button").addEventListener("click", () => {
        const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
        const rows = [...body.rows].sort((a, b) => compare(value(a, column), value(b, column), sign));
        for (const other of heads) other.setAttribute("aria-sort", "none");
        head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
        body.append(...rows);
      });
    });
  }

  const value = (row, column) => row.cells[column].dataset.value;

  function compare(a, b, sign) {
    if (a === "nan" || b === "nan") return (a === "nan") - (b === "nan"); // always last
    const [x, y] = [Number(a), Number(b)];
    return sign * (Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b, "en") : x - y);
  }

  function element(name, text) {
    const node = document.createElement(name);
    node.textContent = text;
    return node;
  }

  function start() {
    for (const map of document.querySelectorAll(".riskmap:not([data-ready])")) {
      if (map.querySelector(":scope > script")) setUp(map); // else it is still being read
    }
  }

  start();
  requestAnimationFrame(start); // a notebook may run this before it shows the map
})();
