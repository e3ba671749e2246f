// The match of Kasl: a clicked territory selects, numbers tell what they come to.

const decision = () => document.getElementById("decision");

// ---- territories ----

function select(number) {
  const at = decision().querySelector("[data-at]")?.dataset.at;
  if (at) htmx.ajax("GET", at + number, { source: "#chart", target: "#live", swap: "none" });
}

document.getElementById("board").addEventListener("click", (event) => {
  const land = event.target.closest("a[data-land]");
  if (!land || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  select(land.dataset.land);
});

// ---- what the numbers come to ----

function countUnits() {
  for (const button of document.querySelectorAll("button[data-count]")) {
    const inputs = button.form.querySelectorAll("input[name=units]");
    const number = [...inputs].reduce((sum, input) => sum + Number(input.value || 0), 0);
    button.textContent = button.dataset.count.replace("{number}", number);
  }
}

document.addEventListener("htmx:after:swap", countUnits);
document.getElementById("main").addEventListener("input", countUnits);
countUnits();
