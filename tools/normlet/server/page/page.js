// Looks the name up while it is typed; an answer to an older text is dropped.
const prefix = document.body.dataset.prefix;
const mention = document.getElementById("mention");
const verdict = document.getElementById("verdict");
const table = document.getElementById("matches");
let asked = 0;

mention.addEventListener("input", async () => {
  const turn = ++asked;
  const text = mention.value.trim();
  if (text === "") return show({ matches: [] }, "");
  try {
    const response = await fetch(prefix + "/lookup?" + new URLSearchParams({ q: text }));
    const answer = await response.json();
    if (turn !== asked) return;
    if (!response.ok) return show({ matches: [] }, answer.message);
    show(answer, answer.undecided ? "Perhaps the first, perhaps none of this terminology: both are as likely." : answer.nil ? "Most likely not in this terminology. What comes nearest:" : answer.ambiguous ? "It can mean several:" : "");
  } catch {
    if (turn === asked) show({ matches: [] }, "The server does not answer.");
  }
});

function show(answer, text) {
  verdict.textContent = text;
  table.hidden = answer.matches.length === 0;
  table.tBodies[0].replaceChildren(...answer.matches.map((m) => {
    const row = document.createElement("tr");
    const link = document.createElement("a");
    link.href = prefix + "/preview?" + new URLSearchParams({ id: m.id });
    link.textContent = m.id;
    row.insertCell().append(link);
    for (const cell of [m.name, m.matched === m.name ? m.stage : `${m.matched}, ${m.stage}`, m.p.toFixed(3)]) row.insertCell().textContent = cell;
    return row;
  }));
}
